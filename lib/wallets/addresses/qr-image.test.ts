import encodeQR from "qr";
import sharp from "sharp";
import { checkQrImage } from "./qr-image";

const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const OTHER = "0x0e8458A41Cb0FeFD15f8312A84d1b0eE3AF15fb5";

type Options = Parameters<typeof encodeQR>[2];
const modulesOf = (text: string, options: Options = {}): boolean[][] =>
  encodeQR(text, "raw", { border: 3, ...options });

/** A PNG of the modules as wallets export it, `pixels` px a module. */
function png(modules: boolean[][], pixels = 5): Promise<Buffer> {
  const size = modules.length;
  const bytes = Buffer.from(modules.flat().map((dark) => (dark ? 0 : 255)));
  return sharp(bytes, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * pixels, kernel: "nearest" })
    .png()
    .toBuffer();
}

const check = async (image: Buffer | Promise<Buffer>, address = ADDRESS) =>
  checkQrImage(
    { name: "qr.png", declaredType: "image/png", bytes: await image },
    "qrImage",
    "ERC20",
    address,
  );

it.each(["low", "medium", "quartile", "high"] as const)(
  "reads level %s at any mask",
  async (ecc) => {
    for (let mask = 0; mask < 8; mask++) {
      expect(await check(png(modulesOf(ADDRESS, { ecc, mask })))).toEqual({ verdict: "matches" });
    }
  },
);

it("reads links, small pictures and those without a margin", async () => {
  expect(await check(png(modulesOf(`ethereum:${ADDRESS}@1`)))).toEqual({ verdict: "matches" });
  expect(await check(png(modulesOf(ADDRESS), 2))).toEqual({ verdict: "matches" });
  const cut = modulesOf(ADDRESS, { border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  expect(await check(png(cut))).toEqual({ verdict: "matches" });
});

it("reads a code with two flipped modules", async () => {
  const modules = modulesOf(ADDRESS);
  const middle = Math.floor(modules.length / 2);
  for (const offset of [-3, 4]) {
    const row = modules[middle + offset];
    if (row) row[middle] = !row[middle];
  }
  expect(await check(png(modules))).toEqual({ verdict: "matches" });
});

it.each([-9, 9, 45, 90])("reads a code that is tilted by %d°", async (degrees) => {
  const upright = await png(modulesOf(ADDRESS), 8);
  const tilted = sharp(upright).rotate(degrees, { background: "#ffffff" }).png().toBuffer();
  expect(await check(tilted)).toEqual({ verdict: "matches" });
});

it("says which other text a code holds", async () => {
  expect(await check(png(modulesOf(OTHER)))).toEqual({ verdict: "other", text: OTHER });
  const amount = `ethereum:${ADDRESS}?value=1`;
  expect(await check(png(modulesOf(amount)))).toEqual({ verdict: "other", text: amount });
});

it("tells of a second code in the picture that holds another text", async () => {
  const [right, wrong] = await Promise.all([png(modulesOf(ADDRESS), 8), png(modulesOf(OTHER), 4)]);
  const { width = 0, height = 0 } = await sharp(right).metadata();
  const both = await sharp(right)
    .extend({ right: width, background: "#ffffff" })
    .composite([{ input: wrong, left: width + 20, top: Math.floor(height / 4) }])
    .png()
    .toBuffer();
  expect(await check(both)).toEqual({ verdict: "other", text: OTHER });
});

it("knows what is no code", async () => {
  const blank = { width: 300, height: 300, channels: 3, background: "#ffffff" } as const;
  expect(await check(sharp({ create: blank }).png().toBuffer())).toEqual({ verdict: "unreadable" });
  const dark = { ...blank, background: "#000000" };
  expect(await check(sharp({ create: dark }).png().toBuffer())).toEqual({ verdict: "unreadable" });
});
