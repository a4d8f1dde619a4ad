import { inBatches } from "./batches";
import { onAccount } from "./db/account";

const PATIENCE_MS = 10;

/**
 * Reads what is asked for while other readings are under way together: nobody gets what was read before they asked.
 * For what is the same on either side of the books.
 * @param most how many are read by one call of `read`
 * @param read an answer for each key, by its place
 */
export function readTogether<Key extends string | number, T extends NonNullable<unknown> | null>(
  most: number,
  read: (keys: Key[]) => Promise<T[]>,
): (key: Key) => Promise<T> {
  const together = (keys: Key[]) => onAccount("real", () => read(keys));
  return inBatches<Key, T>({
    most,
    patienceMs: PATIENCE_MS,
    ownerOf: String,
    shareOf: () => 0,
    alone: async (key) => (await together([key]))[0] as T,
    together,
  });
}

/** The same for what does not depend on who asks: all who wait get what one reading says. */
export function sharedRead<T extends NonNullable<unknown> | null>(
  read: () => Promise<T>,
): () => Promise<T> {
  let asked = 0;
  const ask = readTogether<number, T>(Number.POSITIVE_INFINITY, async (all) => {
    const value = await read();
    return all.map(() => value);
  });
  return () => ask(asked++);
}
