/** By what a person finds their leaves: as BitMEX's tool works it out, but for the account's nonce. Runs anywhere. */
import { sha256 } from "@noble/hashes/sha2.js";
import { concat } from "../log/bytes";

/** A whole number of 64 bits, little end first. */
export function word(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

/**
 * What an account's leaves follow from. Whoever's browser made up a part of it has one that nobody else has, whatever
 * the site gives the others. The database works it out too (owedPage).
 */
export const accountNonce = (serverPart: Uint8Array, browserPart: Uint8Array): Uint8Array =>
  sha256(concat(serverPart, browserPart));

/** What shows an account's leaves in the trees of one height, and in no others. */
export const nonceAt = (
  accountNonce: Uint8Array,
  { height, number }: { height: bigint; number: bigint },
): Uint8Array => sha256(concat(accountNonce, word(height), word(number)));
