import sharp, { type Metadata, type Sharp } from "sharp";
import { AppError, errorText } from "@/lib/platform/errors";
import type { Upload } from "@/lib/platform/http";
import { type ImageKind, imageKind, keptScale } from "@/lib/platform/image-kind";
import { type Text, text } from "@/lib/platform/text";
import { workQueue } from "@/lib/platform/work-queue";

/** Refuses images that are small files but huge pictures, before they are unpacked. "50 megapixels" are 8192 by 6144. */
const MAX_PIXELS = 51_000_000;
/** Unpacked: a telephone's photo of 50 megapixels has 150 MB. With 16 bits a colour it would have 400. */
const MAX_UNPACKED_BYTES = 160_000_000;
/** Of what comes in several passes all passes are kept beside the picture. */
const PASSES_FACTOR = 2;
const TIMEOUT_SECONDS = 20;
const UNSUPPORTED = errorText("UNSUPPORTED_MEDIA_TYPE");
const TOO_LARGE = text("errors.common.theImageTooLargePleaseUpload");
const HEIC = text("errors.common.imageIsHeic");
const BROKEN = text("errors.common.imageIsBroken");

/**
 * An image takes up to some seconds of a processor and a few hundred megabytes; a usual one a third of a
 * second.
 */
const inTurn = workQueue({ atOnce: 2, waiting: 50, waitMs: 20_000, retryAfterSeconds: 10 });

type Format = Exclude<ImageKind, "heic">;

export type CleanImage = {
  bytes: Uint8Array;
  contentType: "image/png" | "image/jpeg";
  width: number;
  height: number;
};

export type ImageLimits = {
  /** Longest side that is kept, in pixels; without it, as much as keeps a long screenshot readable. */
  maxSide?: number;
  /** What is said of anything but PNG, JPEG and GIF. */
  unsupported?: Text;
};

/**
 * Checks an upload by its content and makes a new image of it: metadata (place, camera, comments) is
 * gone, the rotation is applied, nothing that was hidden in the file survives. Of an animated GIF
 * the first frame is kept, as PNG.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for anything but PNG, JPEG and GIF, VALIDATION for an
 * image of too many pixels, RATE_LIMITED when too many images wait already
 */
export async function cleanImage(
  upload: Upload,
  field: string,
  { maxSide, unsupported = UNSUPPORTED }: ImageLimits = {},
): Promise<CleanImage> {
  const kind = imageKind(upload.bytes);
  if (kind === null) throw notAnImage(field, unsupported);
  if (kind === "heic") throw notAnImage(field, HEIC);
  return inTurn(async () => {
    try {
      return await remake(upload.bytes, kind, maxSide);
    } catch (error) {
      if (!isTooLarge(error)) throw notAnImage(field, BROKEN, error);
      throw new AppError("VALIDATION", {
        message: TOO_LARGE,
        errors: { [field]: [TOO_LARGE] },
        cause: error,
      });
    }
  });
}

/** Whether it was refused for its size, by us or by the decoder. */
const isTooLarge = (error: unknown) =>
  error instanceof RangeError || /pixel limit/i.test(String(error));

async function remake(
  bytes: Uint8Array,
  format: Format,
  maxSide: number | undefined,
): Promise<CleanImage> {
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 });
  const metadata = await image.metadata();
  if (unpackedBytes(metadata) > MAX_UNPACKED_BYTES) throw new RangeError("Too large unpacked");
  const { width, height } = metadata;
  const side = maxSide ?? Math.round(Math.max(width, height) * keptScale(width, height));
  const { data, info } = await encode(image, format, metadata, side)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return {
    bytes: data,
    contentType: format === "jpeg" ? "image/jpeg" : "image/png",
    width: info.width,
    height: info.height,
  };
}

/** What the decoder needs for a picture, from what its header says of it. */
function unpackedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  const sampleBytes = depth === "uchar" ? 1 : 2;
  return width * height * channels * sampleBytes * (isProgressive ? PASSES_FACTOR : 1);
}

/** Pictures of few colours and of greys stay such: with all colours they can be five times as large. */
function encode(image: Sharp, format: Format, metadata: Metadata, side: number): Sharp {
  const upright = image
    .autoOrient()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .toColourspace(metadata.space === "b-w" ? "b-w" : "srgb");
  return format === "jpeg"
    ? upright.jpeg({ quality: 85 })
    : upright.png({ palette: metadata.isPalette });
}

function notAnImage(field: string, message: Text, cause?: unknown): AppError {
  return new AppError("UNSUPPORTED_MEDIA_TYPE", { message, errors: { [field]: [message] }, cause });
}
