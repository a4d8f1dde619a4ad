import sharp from "sharp";
import { cleanImage } from "@/lib/platform/files/image";
import type { Upload } from "@/lib/platform/http";
import { type QrMatrix, readQrMatrix } from "./qr-rules";
import { canonicalAddress, isValidAddress, type Network } from "./rules";

/** Enough for eight pixels a module of the largest code that is read. */
const MAX_SIDE = 800;
const FINDER_MODULES = 7;

/**
 * What a QR image says of an address: it holds exactly it, it holds another text, or it can't be
 * read here (photographs, frames, logos in the middle).
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION for what is no image
 */
export async function checkQrImage(
  upload: Upload,
  field: string,
  network: Network,
  address: string,
): Promise<{ verdict: "matches" | "unreadable" } | { verdict: "other"; text: string }> {
  const { bytes } = await cleanImage(upload, field);
  const matrix = await sampleMatrix(bytes);
  const text = matrix && readQrMatrix(matrix);
  if (!text) return { verdict: "unreadable" };
  return holdsAddress(text, network, address) ? { verdict: "matches" } : { verdict: "other", text };
}

/** Wallets write the bare address or a link such as "bitcoin:…" or "ethereum:…@1". */
function holdsAddress(text: string, network: Network, address: string): boolean {
  const bare = text.trim().replace(/^[a-z]+:/i, "");
  const held = bare.split(/[?@/]/)[0] ?? "";
  // A link can ask for another amount or receiver; the address alone has nothing after it.
  if (!isValidAddress(network, held) || /[?/]/.test(bare)) return false;
  return canonicalAddress(network, held) === canonicalAddress(network, address);
}

/** The modules of an image that is nothing but an upright code on a light ground; else null. */
async function sampleMatrix(bytes: Uint8Array): Promise<QrMatrix | null> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: "#ffffff" })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isDark = (x: number, y: number) =>
    (data[(y * info.width + x) * info.channels] ?? 255) < 128;
  const box = darkBox(isDark, info.width, info.height);
  if (!box) return null;
  let run = 0;
  while (isDark(box.left + run, box.top)) run += 1;
  const size = Math.round((box.width * FINDER_MODULES) / Math.max(run, 1));
  // Fewer than two pixels a module can't be told apart; a code is square.
  if (size < 21 || size * 2 > box.width || Math.abs(box.width - box.height) > box.width / size) {
    return null;
  }
  const centre = (index: number, start: number, length: number) =>
    Math.floor(start + ((index + 0.5) * length) / size);
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) =>
      isDark(centre(x, box.left, box.width), centre(y, box.top, box.height)),
    ),
  );
}

function darkBox(isDark: (x: number, y: number) => boolean, width: number, height: number) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isDark(x, y)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < left ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
