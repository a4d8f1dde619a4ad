import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { parseCheckpoint } from "./log/checkpoint";
import { checkInclusion, inclusionProof, textHash } from "./log/merkle";
import { NoteError, openNote, parseVerifier } from "./log/note";
import { proofText } from "./log/proof-text";
import { tilePath, tileReader } from "./log/tiles";
import { type Head, readSignedHead, tileBytes } from "./tree";

type Prove = (index: number, entry: string) => Promise<string>;

function makeProver(head: Head): Prove {
  const read = tileReader(head.size, async (tile) => {
    const bytes = await tileBytes(head, tile);
    if (!bytes) throw new Error(`The log's ${tilePath(tile)} is missing`);
    return bytes;
  });
  const log = parseVerifier(head.key);
  const { text } = openNote(head.note, [log]);
  const { origin, size, root } = parseCheckpoint(text);
  if (origin !== log.name) throw new NoteError("the checkpoint is not one of this log");
  return async (index, entry) => {
    const hashes = await inclusionProof(index, head.size, read);
    if (!checkInclusion(hashes, { leaf: textHash(entry), index, size, root })) {
      throw new NoteError("what is kept does not lead from the entry to the log's root");
    }
    return proofText({ index, hashes, checkpoint: head.note });
  };
}

/** What a reader has loaded stays in memory: some 10 KB a proof. */
const MAX_PROOFS_BY_ONE = 100;
let latest: { of: string; prove: Prove; left: number } | undefined;

/**
 * Proves entries under one checkpoint. Its signature is checked once, and the tiles at its edge, which are made of rows,
 * are read once for a hundred proofs.
 * @returns the text of the `.tlog-proof` of an entry
 * @throws NoteError, as the returned function does, where what is kept does not prove it
 */
export function proverUnder(head: Head): Prove {
  const of = `${head.key}\n${head.note}`;
  if (latest?.of !== of || latest.left === 0) {
    latest = { of, prove: makeProver(head), left: MAX_PROOFS_BY_ONE };
  }
  const { prove } = latest;
  latest.left -= 1;
  return async (index, entry) => {
    try {
      return await prove(index, entry);
    } catch (error) {
      // What could not be read, or was wrong, is read again for the next one.
      latest = undefined;
      throw error;
    }
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
