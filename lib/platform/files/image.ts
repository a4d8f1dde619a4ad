import sharp, { type Sharp } from "sharp";
import { AppError, errorTable } from "@/lib/platform/errors";
import type { Upload } from "@/lib/platform/http";

/** Refuses images that are small files but huge pictures, before they are unpacked. */
const MAX_PIXELS = 50_000_000;
/** Longest side that is kept. */
const MAX_SIDE = 4096;
const TIMEOUT_SECONDS = 20;
const UNSUPPORTED = errorTable.UNSUPPORTED_MEDIA_TYPE.message;
const TOO_MANY_PIXELS = "The image is too large. Please upload one of at most 50 megapixels.";

type Format = "png" | "jpeg" | "gif";

const SIGNATURES: [Format, number[]][] = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
];

/** What an image's first bytes say it is. Only these three ever reach the decoder. */
function formatOf(bytes: Uint8Array): Format | null {
  const found = SIGNATURES.find(([, signature]) =>
    signature.every((byte, index) => bytes[index] === byte),
  );
  return found?.[0] ?? null;
}

export type CleanImage = {
  bytes: Uint8Array;
  contentType: "image/png" | "image/jpeg";
  width: number;
  height: number;
};

export type ImageLimits = {
  /** Longest side that is kept, in pixels; larger images are made smaller. */
  maxSide?: number;
  /** What is said of anything but PNG, JPEG and GIF. */
  unsupported?: string;
};

/**
 * Checks an upload by its content and makes a new image of it: metadata (place, camera, comments) is
 * gone, the rotation is applied, nothing that was hidden in the file survives. Of an animated GIF
 * the first frame is kept, as PNG.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for anything but PNG, JPEG and GIF, VALIDATION for an
 * image of too many pixels
 */
export async function cleanImage(
  upload: Upload,
  field: string,
  { maxSide = MAX_SIDE, unsupported = UNSUPPORTED }: ImageLimits = {},
): Promise<CleanImage> {
  const format = formatOf(upload.bytes);
  if (!format) throw notAnImage(field, unsupported);
  try {
    const image = sharp(upload.bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: "error",
      pages: 1,
    });
    const { data, info } = await encode(image, format, maxSide)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      contentType: format === "jpeg" ? "image/jpeg" : "image/png",
      width: info.width,
      height: info.height,
    };
  } catch (error) {
    if (/pixel limit/i.test(String(error))) {
      throw new AppError("VALIDATION", {
        message: TOO_MANY_PIXELS,
        errors: { [field]: [TOO_MANY_PIXELS] },
        cause: error,
      });
    }
    throw notAnImage(field, unsupported, error);
  }
}

function encode(image: Sharp, format: Format, maxSide: number): Sharp {
  const upright = image
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true });
  return format === "jpeg" ? upright.jpeg({ quality: 85 }) : upright.png();
}

function notAnImage(field: string, message: string, cause?: unknown): AppError {
  return new AppError("UNSUPPORTED_MEDIA_TYPE", { message, errors: { [field]: [message] }, cause });
}
