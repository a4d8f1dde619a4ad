import { bytesToHex } from "@noble/hashes/utils.js";
import { concat, utf8 } from "./bytes";
import { canonicalJson, type Json } from "./canonical";
import { sha256 } from "./sha256";

/** SHA-256 of salt and text, in hex. */
export const saltedTextHash = (salt: Uint8Array, text: string): string =>
  bytesToHex(sha256(concat(salt, utf8(text))));

/** What the log says of a record that is nobody else's business: SHA-256 of salt and canonical record, in hex. */
export const saltedHash = (salt: Uint8Array, record: Json): string =>
  saltedTextHash(salt, canonicalJson(record));
