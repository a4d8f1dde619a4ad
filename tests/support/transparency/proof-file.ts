/** Proof files of a log that a test makes up. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { utf8 } from "@/lib/transparency/log/bytes";
import { canonicalJson, type Json } from "@/lib/transparency/log/canonical";
import { checkpointText } from "@/lib/transparency/log/checkpoint";
import { inclusionProof, leafHash, rootHash, subtreeHash } from "@/lib/transparency/log/merkle";
import {
  COSIGNATURE,
  cosignatureLine,
  signNote,
  verifierOf,
  verifierText,
} from "@/lib/transparency/log/note";
import { proofText } from "@/lib/transparency/log/proof-text";
import { saltedHash } from "@/lib/transparency/log/salted";
import type { ProofFile, ProvedKind } from "@/lib/transparency/receipt/schema";

const signer = { name: "site.example/log", seed: new Uint8Array(32).fill(1) };
const witness = { name: "witness.example", seed: new Uint8Array(32).fill(2) };
export const logKey = verifierText(verifierOf(signer));
export const witnessKey = verifierText(verifierOf(witness, COSIGNATURE));

type Members = { readonly [name: string]: Json };
/** An entry of the log: as it stands there, or the record that its hash is of. */
export type Made = { part?: string; kind: string; at: string; open?: Members; record?: Members };

/** A salt of its own for each part. */
export const saltOf = (part: string): Uint8Array => leafHash(utf8(part));

/**
 * A proof file over a log of these entries, in this order. Those without a part are in the log only.
 * @param cosigned whether the witness signed its checkpoint
 */
export async function proofFile(
  kind: ProvedKind,
  id: string,
  made: readonly Made[],
  { cosigned = true } = {},
): Promise<ProofFile> {
  const entries = made.map(({ kind: of, at, open = {}, record, part = "" }) => {
    const own = { ...open, v: 1, kind: of, at };
    if (!record) return canonicalJson(own);
    return canonicalJson({ ...own, hash: saltedHash(saltOf(part), { ...record, at }) });
  });
  const leaves = entries.map((entry) => leafHash(utf8(entry)));
  const read = (level: number, index: number) =>
    subtreeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
  const root = await rootHash(leaves.length, read);
  const text = checkpointText({ origin: signer.name, size: leaves.length, root });
  const checkpoint =
    signNote(text, [signer]) + (cosigned ? cosignatureLine(text, witness, 1_772_366_400n) : "");
  const proofs: ProofFile["proofs"] = {};
  for (const [index, { part, record, at }] of made.entries()) {
    if (part === undefined) continue;
    const hashes = await inclusionProof(index, leaves.length, read);
    proofs[part] = {
      entry: entries[index] ?? "",
      proof: proofText({ index, hashes, checkpoint }),
      record: record ? canonicalJson({ ...record, at }) : null,
      salt: record ? bytesToHex(saltOf(part)) : null,
    };
  }
  const log = { key: logKey, witnesses: [] };
  return { v: 1, kind, id, log, record: null, salt: null, proofs, missing: {} };
}

/** A tick of a second of 2026-03-01, 12:00. */
export const tickAt = (
  part: string | undefined,
  seq: number,
  second: number,
  price: string,
  more: Members = {},
): Made => ({
  part,
  kind: "tick",
  at: `2026-03-01T12:00:${String(second).padStart(2, "0")}.000000Z`,
  open: {
    seq: String(seq),
    price,
    bid: price,
    ask: price,
    knownAt: null,
    contested: false,
    simulated: false,
    sources: [{ source: "okx:XAUT/USDT", bid: price, ask: price, receivedAt: "" }],
    ...more,
  },
});
