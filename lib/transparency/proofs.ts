import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { utf8 } from "./log/bytes";
import { inclusionProof } from "./log/merkle";
import { parseVerifier } from "./log/note";
import { checkProof, proofText } from "./log/proof-text";
import { tilePath, tileReader } from "./log/tiles";
import { type Head, readSignedHead, tileBytes } from "./tree";

/**
 * Proves entries under one checkpoint; each tile is read once for all of them.
 * @returns the text of the `.tlog-proof` of an entry; it throws NoteError where what is kept does not prove it
 */
export function proverUnder(head: Head): (index: number, entry: string) => Promise<string> {
  const read = tileReader(head.size, async (tile) => {
    const bytes = await tileBytes(head, tile);
    if (!bytes) throw new Error(`The log's ${tilePath(tile)} is missing`);
    return bytes;
  });
  const log = parseVerifier(head.key);
  return async (index, entry) => {
    const hashes = await inclusionProof(index, head.size, read);
    const proof = proofText({ index, hashes, checkpoint: head.note });
    checkProof(proof, utf8(entry), { log });
    return proof;
  };
}

/**
 * An entry of the public log with the text of its `.tlog-proof`, under the newest checkpoint.
 * @throws AppError NOT_FOUND where there is no such entry yet; NoteError where what is kept does not prove it
 */
export async function proveEntry(index: number): Promise<{ entry: string; proof: string }> {
  const [head, row] = await Promise.all([
    readSignedHead(),
    prisma.logEntry.findUnique({ where: { index: BigInt(index) } }),
  ]);
  if (!head || !row || index >= head.size) throw new AppError("NOT_FOUND");
  return { entry: row.entry, proof: await proverUnder(head)(index, row.entry) };
}
