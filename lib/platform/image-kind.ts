/** What an image is by its bytes, judged alike by the browser and the server. */

type AcceptedKind = "png" | "jpeg" | "gif";
export type ImageKind = AcceptedKind | "heic";

const SIGNATURES: [AcceptedKind, number[]][] = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
];
/** What stands behind "ftyp" in a telephone's photo. */
const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);
const BRAND_END = 12;

/** What an image's first bytes say it is; null for anything that is not read here. */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  const found = SIGNATURES.find(([, signature]) =>
    signature.every((byte, index) => bytes[index] === byte),
  );
  if (found) return found[0];
  const box = String.fromCharCode(...bytes.subarray(4, BRAND_END));
  return box.startsWith("ftyp") && HEIC_BRANDS.has(box.slice(4)) ? "heic" : null;
}

/** Whether a file has the end that its kind has: a download or a copy may have broken off. */
export function isWholeImage(bytes: Uint8Array, kind: AcceptedKind): boolean {
  if (kind === "jpeg") return hasJpegEnd(bytes);
  if (kind === "png") return hasPngEnd(bytes);
  const last = bytes.findLastIndex((byte) => byte !== 0);
  return bytes[last] === 0x3b;
}

const SCAN = 0xda;
const END = 0xd9;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Goes from marker to marker: a small picture inside the header has an end of its own. */
function hasJpegEnd(bytes: Uint8Array): boolean {
  let at = 2;
  let isInScan = false;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || marker === 0 || (isInScan && isRestart(marker))) {
      if (!isInScan) return false;
      at = bytes.indexOf(0xff, at + 1);
      if (at < 0) return false;
    } else if (marker === 0xff) at += 1;
    else if (marker === END) return true;
    else {
      at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
      isInScan = marker === SCAN;
    }
  }
  return false;
}

const PNG_HEADER = 8;
const CHUNK_OVERHEAD = 12;

function hasPngEnd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = PNG_HEADER; at + CHUNK_OVERHEAD <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    at += CHUNK_OVERHEAD + view.getUint32(at);
    if (name === "IEND") return at <= bytes.length;
  }
  return false;
}

/** The area that a kept picture may have: a photo of 4096 by 3072. */
const KEPT_PIXELS = 12_582_912;
/** The text of a long screenshot can't be read on fewer pixels across. */
const READABLE_SIDE = 1_440;

/** By how much a picture of this size is made smaller; 1 where it is kept as it is. */
export function keptScale(width: number, height: number): number {
  const byArea = Math.sqrt(KEPT_PIXELS / (width * height));
  const readable = READABLE_SIDE / Math.min(width, height);
  return Math.min(1, Math.max(byArea, readable));
}
