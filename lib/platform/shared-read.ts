import { inBatches } from "./batches";
import { onAccount } from "./db/account";

const PATIENCE_MS = 10;

/**
 * Reads once for all who ask while an earlier reading is under way: nobody gets what was read before they asked. For
 * what is the same whoever asks, and on either side of the books.
 */
export function sharedRead<T extends NonNullable<unknown> | null>(
  read: () => Promise<T>,
): () => Promise<T> {
  let asked = 0;
  const readReal = () => onAccount("real", read);
  const ask = inBatches<number, T>({
    most: Number.POSITIVE_INFINITY,
    patienceMs: PATIENCE_MS,
    ownerOf: String,
    shareOf: () => 0,
    alone: readReal,
    together: async (all) => {
      const value = await readReal();
      return all.map(() => value);
    },
  });
  return () => ask(asked++);
}
