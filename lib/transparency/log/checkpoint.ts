/** Checkpoints by c2sp.org/tlog-checkpoint. */
import { fromBase64, toBase64, wholeNumber } from "./bytes";
import { HASH_BYTES, type TreeHead } from "./merkle";
import { NoteError } from "./note";

export type Checkpoint = TreeHead & { origin: string };

/** The text of a checkpoint, to be signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** What a checkpoint's text says. Lines after the third are left aside. @throws NoteError where it says none */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = "", count = "", encoded = "", ...rest] = text.split("\n");
  const [size, root] = [wholeNumber(count), fromBase64(encoded)];
  const isWhole = rest.length > 0 && rest.at(-1) === "" && !rest.slice(0, -1).includes("");
  if (origin === "" || size === null || root?.length !== HASH_BYTES || !isWhole) {
    throw new NoteError("this is no checkpoint");
  }
  return { origin, size, root };
}

/** What the checkpoint in a note says, whoever signed it: for one that was checked before it was kept. @throws NoteError */
export const checkpointIn = (note: string): Checkpoint =>
  parseCheckpoint(`${note.split("\n\n", 1)[0]}\n`);
