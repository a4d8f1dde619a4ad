import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { GET } from "@/app/api/files/[id]/route";
import type { DepositDto } from "@/lib/deposits/schema";
import { prisma } from "@/lib/platform/db";
import { storeImage } from "@/lib/platform/files";
import { cleanImage } from "@/lib/platform/files/image";
import { s3Storage } from "@/lib/platform/files/storage";
import { pngImage, reportDeposit } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRaw } from "@/tests/support/api";

const upload = (bytes: Uint8Array, name = "a.png", declaredType = "image/png") => ({
  name,
  declaredType,
  bytes: new Uint8Array(bytes),
});
const clean = (bytes: Uint8Array) => cleanImage(upload(bytes), "proof");
const fileOf = (token: string | undefined, id: string) => callRaw(GET, { token, params: { id } });
const idIn = (deposit: DepositDto) => deposit.proofUrl.split("/").at(-1) ?? "";

describe("cleaning an image", () => {
  it("strips metadata and applies the rotation", async () => {
    const photo = await sharp({
      create: { width: 40, height: 20, channels: 3, background: "#123456" },
    })
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: "Somebody" } } })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const image = await clean(photo);
    const after = await sharp(image.bytes).metadata();
    expect([after.format, after.width, after.height, after.exif]).toEqual([
      "jpeg",
      20,
      40,
      undefined,
    ]);
  });

  it("drops what is hidden behind the picture", async () => {
    const polyglot = Buffer.concat([await pngImage(), Buffer.from("<script>alert(1)</script>")]);
    expect(Buffer.from((await clean(polyglot)).bytes).includes("script")).toBe(false);
  });

  it("keeps the first frame of an animated GIF", async () => {
    const frames = Buffer.alloc(4 * 8 * 3, 255);
    const gif = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const image = await clean(gif);
    expect([image.contentType, image.width, image.height]).toEqual(["image/png", 4, 4]);
  });

  it("makes huge pictures smaller", async () => {
    expect(await clean(await pngImage(6000, 6000))).toMatchObject({ width: 3547, height: 3547 });
  });

  it("keeps a long screenshot readable", async () => {
    const long = await pngImage(1290, 22_000);
    expect(await clean(long)).toMatchObject({ width: 1290, height: 22_000 });
  });

  it("refuses a pixel bomb without unpacking it", async () => {
    await expect(clean(pngBomb(60_000, 60_000))).rejects.toMatchObject({ code: "VALIDATION" });
  });

  it.each([
    ["16 bits a colour", { depth: 16 }],
    ["16 bits a colour in several passes", { depth: 16, isInterlaced: true }],
    ["several passes", { depth: 8, isInterlaced: true }],
  ])("refuses 50 megapixels with %s by the header alone", async (_, kind) => {
    await expect(clean(pngBomb(7071, 7071, { colourType: 6, ...kind }))).rejects.toMatchObject({
      code: "VALIDATION",
      errors: {
        proof: [
          "The image is too large. Please upload a smaller one, such as a JPEG of at most 25 megapixels.",
        ],
      },
    });
  });

  it("takes a telephone's photo of 50 megapixels", async () => {
    const photo = await sharp({
      create: { width: 8192, height: 6144, channels: 3, background: "#345" },
    })
      .jpeg()
      .toBuffer();
    expect(await clean(photo)).toMatchObject({ width: 4096, height: 3072 });
  });

  it.each([
    ["few colours", { palette: true }, 4],
    ["greys", {}, 1],
  ])("keeps a picture of %s one, exactly and not larger", async (_, options, channels) => {
    const side = 300;
    const colours = Array.from({ length: 200 }, (_, n) => [n, (n * 7) % 256, (n * 31) % 256, 255]);
    const pixels = Array.from({ length: side * side }, (_, n) => colours[(n * n) % 199] ?? []);
    const raw = { width: side, height: side, channels: channels as 1 | 4 };
    const picture = sharp(Buffer.from(pixels.flatMap((all) => all.slice(0, channels))), { raw });
    if (channels === 1) picture.toColourspace("b-w");
    const sent = await picture.png(options).toBuffer();
    const kept = await clean(sent);
    expect(kept.bytes.length).toBeLessThanOrEqual(sent.length * 1.05);
    const pixelsOf = (bytes: Uint8Array) => sharp(bytes).ensureAlpha().raw().toBuffer();
    expect((await pixelsOf(kept.bytes)).equals(await pixelsOf(sent))).toBe(true);
  });

  it("works on few images at once, and refuses those for which too many wait", async () => {
    let most = 0;
    const watch = () => {
      const { queue, process } = sharp.counters();
      most = Math.max(most, queue + process);
    };
    const image = await pngImage(400, 400);
    sharp.queue.on("change", watch);
    const results = await Promise.allSettled(Array.from({ length: 58 }, () => clean(image)));
    sharp.queue.off("change", watch);
    // One that has ended is still counted while the next begins.
    expect(most).toBeLessThanOrEqual(4);
    const refusals = results.filter(({ status }) => status === "rejected");
    expect(refusals).toHaveLength(6);
    expect(refusals[0]).toMatchObject({ reason: { code: "RATE_LIMITED", retryAfterSeconds: 10 } });
    expect(await clean(image)).toMatchObject({ width: 400 });
  });

  it.each([
    ["text", Buffer.from("hello")],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["a PDF", Buffer.from("%PDF-1.7")],
  ])("refuses %s", async (_, bytes) => {
    await expect(clean(bytes)).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  it("refuses formats that browsers show but the site does not take", async () => {
    const webp = await sharp(await pngImage())
      .webp()
      .toBuffer();
    await expect(clean(webp)).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: "Unsupported file format",
    });
  });

  it.each([
    [
      "a picture that breaks off",
      async () => (await pngImage(200, 200)).subarray(0, -40),
      /cut off/,
    ],
    ["nothing but a signature", async () => (await pngImage()).subarray(0, 8), /cut off/],
    ["a HEIC photo", async () => Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0"), /HEIC photo/],
  ])("refuses %s with its own cause", async (_, bytes, message) => {
    await expect(clean(await bytes())).rejects.toMatchObject({
      status: 415,
      message: expect.stringMatching(message),
    });
  });
});

describe("fetching a file", () => {
  it("gives a proof to its owner and to staff, and hides it from everybody else", async () => {
    const { token } = await signedInUser();
    const { body } = await reportDeposit(token, await createWalletRow());
    const id = idIn(body.deposit);
    const clerk = await signedInAdmin({ permissions: ["finance"] });
    for (const bearer of [token, (await signedInAdmin()).token, clerk.token]) {
      const answer = await fileOf(bearer, id);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/png");
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(8);
    }
    expect((await fileOf((await signedInUser()).token, id)).status).toBe(404);
    const elsewhere = await signedInAdmin({ permissions: ["support", "users"] });
    expect((await fileOf(elsewhere.token, id)).status).toBe(404);
    expect((await fileOf(undefined, id)).status).toBe(401);
  });

  it("shows private files of no area to full administrators only", async () => {
    const target = {
      ownerId: null,
      visibility: "private",
      purpose: "test",
      field: "image",
    } as const;
    const id = await storeImage(upload(await pngImage()), target, async (_, fileId) => fileId);
    expect((await fileOf((await signedInAdmin()).token, id)).status).toBe(200);
    const { token } = await signedInAdmin({ permissions: ["finance", "support"] });
    expect((await fileOf(token, id)).status).toBe(404);
  });

  it("gives public files to anyone, for long", async () => {
    const target = {
      ownerId: null,
      visibility: "public",
      purpose: "test",
      field: "image",
    } as const;
    const id = await storeImage(upload(await pngImage()), target, async (_, fileId) => fileId);
    const answer = await fileOf(undefined, id);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
  });

  it("answers 404 for what never was", async () => {
    const { token } = await signedInUser();
    expect((await fileOf(token, crypto.randomUUID())).status).toBe(404);
    expect((await fileOf(token, "../../etc/passwd")).status).toBe(404);
  });

  it("leaves neither file nor row behind when the transaction fails", async () => {
    const before = await prisma.storedFile.count();
    const target = {
      ownerId: null,
      visibility: "public",
      purpose: "test",
      field: "image",
    } as const;
    const failing = storeImage(upload(await pngImage()), target, async () => {
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await prisma.storedFile.count()).toBe(before);
  });
});

it("keeps files in an S3-compatible bucket", async () => {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const server = createServer((request, response) => {
    const key = new URL(request.url ?? "/", "http://s3").pathname;
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      if (request.method === "PUT") {
        const type = String(request.headers["content-type"]);
        objects.set(key, { bytes: Buffer.concat(parts), type });
        response.writeHead(200).end();
      } else if (request.method === "DELETE") {
        objects.delete(key);
        response.writeHead(204).end();
      } else {
        const found = objects.get(key);
        const missing = "<Error><Code>NoSuchKey</Code></Error>";
        response.writeHead(found ? 200 : 404, { "content-type": found?.type ?? "application/xml" });
        response.end(found?.bytes ?? missing);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const bucket = s3Storage({
    bucket: "files",
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  const bytes = new Uint8Array(await pngImage());
  await bucket.put("proof/one", bytes, "image/png");
  expect(objects.get("/files/proof/one")?.type).toBe("image/png");
  expect(await bucket.get("proof/one")).toEqual(bytes);
  await bucket.remove("proof/one");
  expect(await bucket.get("proof/one")).toBeNull();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

type Kind = { depth?: number; colourType?: number; isInterlaced?: boolean };

/** A PNG of a few bytes that claims to be enormous. */
function pngBomb(
  width: number,
  height: number,
  { depth = 1, colourType = 0, isInterlaced = false }: Kind = {},
): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  const pixels = deflateSync(Buffer.alloc(1024));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
