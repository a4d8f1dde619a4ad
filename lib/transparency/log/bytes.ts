import { base64 } from "@scure/base";

const encoder = new TextEncoder();

/** The UTF-8 of a text. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** Puts the UTF-8 of a text into bytes, of which it needs three a character at the most. @returns how many it took */
export const utf8Into = (text: string, bytes: Uint8Array): number =>
  encoder.encodeInto(text, bytes).written;

/** Padded base64 of bytes. */
export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes);

/** The bytes of padded base64, or null for a text that is none. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return base64.decode(text);
  } catch {
    return null;
  }
}

/** All parts, one after the other. */
export function concat(...parts: Uint8Array[]): Uint8Array {
  let size = 0;
  for (const part of parts) size += part.length;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whether two have the same bytes. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, n) => byte === b[n]);

/** A whole number without needless zeros, or null for a text that is none or too large to count with. */
export function wholeNumber(text: string): number | null {
  const value = Number(text);
  return /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(value) ? value : null;
}
