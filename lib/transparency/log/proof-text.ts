/** Proofs that need nothing else, by c2sp.org/tlog-proof. */
import { fromBase64, toBase64, wholeNumber } from "./bytes";
import { parseCheckpoint } from "./checkpoint";
import { checkInclusion, HASH_BYTES, type Hash, leafHash } from "./merkle";
import { NoteError, openNote, type VerifierKey } from "./note";

const HEADER = "c2sp.org/tlog-proof@v1";

export type LogProof = {
  index: number;
  hashes: Hash[];
  /** The signed note. */
  checkpoint: string;
};

/** The text of a `.tlog-proof` file. */
export const proofText = ({ index, hashes, checkpoint }: LogProof): string =>
  `${[HEADER, `index ${index}`, ...hashes.map(toBase64)].join("\n")}\n\n${checkpoint}`;

/** What a `.tlog-proof` says. What is "extra" in it is left aside. @throws NoteError where it is none */
export function parseProof(text: string): LogProof {
  const end = text.indexOf("\n\n");
  const [header, ...lines] = text.slice(0, Math.max(0, end)).split("\n");
  if (lines[0]?.startsWith("extra ")) lines.shift();
  const [, count = ""] = /^index (\d+)$/.exec(lines.shift() ?? "") ?? [];
  const index = wholeNumber(count);
  const hashes = lines.map(fromBase64).filter((hash) => hash?.length === HASH_BYTES) as Hash[];
  if (header !== HEADER || index === null || hashes.length !== lines.length) {
    throw new NoteError("this is no proof of a log");
  }
  return { index, hashes, checkpoint: text.slice(end + 2) };
}

/**
 * Checks that a log has an entry, by a `.tlog-proof`.
 * @param log the log's own key
 * @param witnesses keys of others that may have signed
 * @returns where the entry stands, and which of the keys signed
 * @throws NoteError with what is wrong
 */
export function checkProof(
  text: string,
  entry: Uint8Array,
  { log, witnesses = [] }: { log: VerifierKey; witnesses?: VerifierKey[] },
): { index: number; size: number; signedBy: VerifierKey[] } {
  const { index, hashes, checkpoint } = parseProof(text);
  const { text: signed, signedBy } = openNote(checkpoint, [log, ...witnesses]);
  const { origin, size, root } = parseCheckpoint(signed);
  if (origin !== log.name || !signedBy.includes(log)) {
    throw new NoteError("the checkpoint is not one of this log");
  }
  if (!checkInclusion(hashes, { leaf: leafHash(entry), index, size, root })) {
    throw new NoteError("the hashes do not lead from the entry to the log's root");
  }
  return { index, size, signedBy };
}
