import { isUndone, toAppError } from "@/lib/platform/errors";

const MAX_ATTEMPTS = 4;

/** Repeats a statement or transaction that lost a race (a deadlock, a cap that came near meanwhile). */
export async function attempt<T>(run: () => Promise<T>): Promise<T> {
  for (let left = MAX_ATTEMPTS - 1; ; left--) {
    try {
      return await run();
    } catch (error) {
      if (left <= 0 || !isUndone(error)) throw toAppError(error);
    }
  }
}
