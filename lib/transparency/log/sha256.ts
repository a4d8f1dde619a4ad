import { sha256 as inScript } from "@noble/hashes/sha2.js";
import { utf8Into } from "./bytes";

/** Node's own, some ten times as fast, where there is one; a browser's answers later only, and a tree asks a lot. */
const native = globalThis.process?.getBuiltinModule?.("node:crypto");

/** SHA-256 of bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array =>
  native ? new Uint8Array(native.hash("sha256", bytes, "buffer")) : inScript(bytes);

/** Where bytes and a text are put together: to make an array for each entry costs more than to hash it. */
let room = new Uint8Array(4_096);

/** SHA-256 of bytes with the UTF-8 of a text behind them. */
export function sha256WithText(bytes: Uint8Array, text: string): Uint8Array {
  const longest = bytes.length + 3 * text.length;
  if (room.length < longest) room = new Uint8Array(longest);
  room.set(bytes);
  const end = bytes.length + utf8Into(text, room.subarray(bytes.length));
  return sha256(room.subarray(0, end));
}
