import { bytesToHex } from "@noble/hashes/utils.js";
import { canonicalJson, type Json } from "./canonical";
import { sha256WithText } from "./sha256";

/** SHA-256 of salt and text, in hex. */
export const saltedTextHash = (salt: Uint8Array, text: string): string =>
  bytesToHex(sha256WithText(salt, text));

/** What the log says of a record that is nobody else's business: SHA-256 of salt and canonical record, in hex. */
export const saltedHash = (salt: Uint8Array, record: Json): string =>
  saltedTextHash(salt, canonicalJson(record));
