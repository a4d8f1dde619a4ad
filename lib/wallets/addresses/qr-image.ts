import { decodeQRBatch } from "qr/decode.js";
import sharp from "sharp";
import { cleanImage } from "@/lib/platform/files/image";
import type { Upload } from "@/lib/platform/http";
import { canonicalAddress, isValidAddress, type Network } from "@/lib/wallets/rules";

/** Enough for eight pixels a module of any code that holds an address. */
const MAX_SIDE = 800;
const MARGIN = 24;
const LIGHT = "#ffffff";
/** How long the reader may try again where its first look finds nothing. */
const READING_MS = 200;

/**
 * What a QR image says of an address: it holds exactly it, it holds another text, or it can't be
 * read. Of several codes in one image each has to hold the address.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION for what is no image
 */
export async function checkQrImage(
  upload: Upload,
  field: string,
  network: Network,
  address: string,
): Promise<{ verdict: "matches" | "unreadable" } | { verdict: "other"; text: string }> {
  const { bytes } = await cleanImage(upload, field);
  const texts = await readQrTexts(bytes);
  if (texts.length === 0) return { verdict: "unreadable" };
  const other = texts.find((text) => !holdsAddress(text, network, address));
  return other === undefined ? { verdict: "matches" } : { verdict: "other", text: other };
}

/** Wallets write the bare address or a link such as "bitcoin:…" or "ethereum:…@1". */
function holdsAddress(text: string, network: Network, address: string): boolean {
  const bare = text.trim().replace(/^[a-z]+:/i, "");
  const held = bare.split(/[?@/]/)[0] ?? "";
  // A link can ask for another amount or receiver; the address alone has nothing after it.
  if (!isValidAddress(network, held) || /[?/]/.test(bare)) return false;
  return canonicalAddress(network, held) === canonicalAddress(network, address);
}

/** The texts of the codes in an image, each once. Empty where none can be read. */
async function readQrTexts(bytes: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: LIGHT })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
    // A code that fills its picture has no light margin, by which the reader finds it.
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: LIGHT })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [results = []] = await decodeQRBatch([{ width, height, data }], {
    maxSize: { width, height },
    effort: Number.POSITIVE_INFINITY,
    timeLimit: READING_MS,
  });
  const texts = results.flatMap((result) => (typeof result === "string" ? [result] : []));
  return [...new Set(texts)];
}
