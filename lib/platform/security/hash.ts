import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * JSON with sorted keys, so that the same value always gives the same text. Bigints are strings and
 * dates ISO 8601; members that are undefined are left out, and undefined by itself is null.
 */
export function canonicalJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === "bigint") return item.toString();
    if (item && typeof item === "object" && !Array.isArray(item)) {
      return Object.fromEntries(
        Object.entries(item as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    }
    return item;
  });
  return text ?? "null";
}

/** SHA-256 of a text or bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return hash("sha256", data, "buffer");
}

/** A UUID that is always the same for the same text: makes a retried insert collide with itself. */
export function uuidFrom(text: string): string {
  const bytes = sha256(text).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

/** Random URL-safe secret of `bytes` bytes. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** Compares two secrets without leaking where they differ. */
export function secretsEqual(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
