import { type ImageKind, imageKind, isWholeImage, keptScale } from "@/lib/platform/image-kind";

/** Largest image a person may send, in bytes. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** What the file picker offers. */
export const IMAGE_ACCEPT = "image/png,image/jpeg,image/gif";

export type FileProblem = "heic" | "notImage" | "empty" | "broken" | "tooLarge";
type CheckedFile = { file: File; problem?: undefined } | { file?: undefined; problem: FileProblem };

/** The server unpacks no more. */
const MAX_PIXELS = 51_000_000;
const FIRST_BYTES = 32;
/** A worker that was not let in never answers. */
const DECODER_TIMEOUT_MS = 60_000;
const EXTENSIONS: Record<ImageKind, RegExp> = {
  png: /\.png$/i,
  jpeg: /\.jpe?g$/i,
  gif: /\.gif$/i,
  heic: /\.hei[cf]$/i,
};

/**
 * Judges a picked file by its bytes, whatever its name and type say, before any upload. A photo that is no PNG, JPEG or
 * GIF, or is too large, becomes a JPEG that may be sent, where this browser or our decoder can read it.
 */
export async function checkImageFile(picked: File): Promise<CheckedFile> {
  if (picked.size === 0) return { problem: "empty" };
  const kind = imageKind(new Uint8Array(await picked.slice(0, FIRST_BYTES).arrayBuffer()));
  if (kind === "heic") {
    return asJpeg((await pictureOf(picked)) ?? (await heicPictureOf(picked)), picked, "heic");
  }
  if (kind === null) return asJpeg(await pictureOf(picked), picked, "notImage");
  if (picked.size > MAX_IMAGE_BYTES) return asJpeg(await pictureOf(picked), picked, "tooLarge");
  const isWhole = isWholeImage(new Uint8Array(await picked.arrayBuffer()), kind);
  const picture = isWhole ? await pictureOf(picked) : null;
  if (!isWhole || picture === null) return { problem: "broken" };
  if (picture && picture.width * picture.height > MAX_PIXELS) {
    return asJpeg(picture, picked, "tooLarge");
  }
  picture?.close();
  return { file: named(picked, kind) };
}

/** The picture as this browser reads it; null where it can't, undefined where it has no way to say. */
async function pictureOf(file: File): Promise<ImageBitmap | null | undefined> {
  if (typeof createImageBitmap !== "function") return undefined;
  return createImageBitmap(file).catch(() => null);
}

/**
 * A HEIC photo where the browser itself reads none: by a decoder of 700 kB that comes only for such a photo and works
 * in a worker. Null where it can't be loaded or read, or takes too long.
 */
async function heicPictureOf(file: File): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap !== "function") return null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), DECODER_TIMEOUT_MS);
  });
  const decoded = import("heic-to/csp").then(({ heicTo }) =>
    heicTo({ blob: file, type: "bitmap" }),
  );
  return Promise.race([decoded, tooLong])
    .catch(() => null)
    .finally(() => clearTimeout(timer));
}

/** A smaller JPEG of a picture; the problem that the file has where there is none. */
async function asJpeg(
  picture: ImageBitmap | null | undefined,
  picked: File,
  problem: FileProblem,
): Promise<CheckedFile> {
  if (!picture) return { problem };
  const scale = keptScale(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const drawing = canvas.getContext("2d");
  if (drawing) {
    // What is transparent would be black in a JPEG.
    drawing.fillStyle = "#fff";
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  picture.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.9));
  if (!drawing || !blob || blob.size > MAX_IMAGE_BYTES) return { problem };
  return { file: named(new File([blob], picked.name), "jpeg") };
}

/** The file under a name and type that say what it is. */
function named(file: File, kind: Exclude<ImageKind, "heic">): File {
  const type = `image/${kind}`;
  const hasName = EXTENSIONS[kind].test(file.name);
  if (hasName && file.type === type) return file;
  const extension = kind === "jpeg" ? "jpg" : kind;
  const name = hasName ? file.name : `${file.name.replace(/\.[^.]*$/, "")}.${extension}`;
  return new File([file], name, { type });
}
