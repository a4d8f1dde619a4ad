import * as fc from "fast-check";
import sharp from "sharp";
import { imageKind, isWholeImage, keptScale } from "./image-kind";

const noise = Buffer.from(Array.from({ length: 90 * 70 * 3 }, (_, n) => (n * n * 31 + n) % 256));
const picture = () => sharp(noise, { raw: { width: 90, height: 70, channels: 3 } });

describe.each([
  ["jpeg", () => picture().jpeg().toBuffer()],
  ["jpeg", () => picture().jpeg({ progressive: true }).toBuffer()],
  ["png", () => picture().png().toBuffer()],
  ["gif", () => picture().gif().toBuffer()],
] as const)("a %s", (kind, make) => {
  it("is known by its first bytes, and whole only with its end", async () => {
    const bytes = await make();
    expect(imageKind(bytes)).toBe(kind);
    expect(isWholeImage(bytes, kind)).toBe(true);
    const isGif = kind === "gif";
    // A byte inside of a GIF may look like its end.
    if (isGif) return expect(isWholeImage(bytes.subarray(0, -1), kind)).toBe(false);
    fc.assert(
      fc.property(fc.integer({ min: 12, max: bytes.length - 1 }), (length) => {
        expect(isWholeImage(bytes.subarray(0, length), kind)).toBe(false);
      }),
    );
  });
});

it("is whole with more behind its end, and not by the end of a small picture in its header", async () => {
  const jpeg = await picture().jpeg().toBuffer();
  expect(isWholeImage(Buffer.concat([jpeg, Buffer.alloc(9)]), "jpeg")).toBe(true);
  const thumbnail = Buffer.from([0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9]);
  const cut = Buffer.concat([jpeg.subarray(0, 2), thumbnail, jpeg.subarray(2, -200)]);
  expect(isWholeImage(cut, "jpeg")).toBe(false);
});

it.each([
  ["ftypheic", "heic"],
  ["ftypmif1", "heic"],
  ["ftypavif", null],
  ["%PDF-1.7", null],
])("takes %s for %s", (box, kind) => {
  expect(imageKind(Buffer.from(`\0\0\0\u0018${box}\0\0\0\0`))).toBe(kind);
});

it.each([
  [1290, 22_000, 1290],
  [1080, 1920, 1080],
  [4096, 3072, 4096],
  [8192, 6144, 4096],
  [2000, 25_000, 1440],
])("keeps %d by %d pixels %d across", (width, height, across) => {
  expect(Math.round(width * keptScale(width, height))).toBe(across);
});
