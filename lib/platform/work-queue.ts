import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";

const BUSY = text("errors.common.theServerBusyRightNow");

type QueueLimits = {
  /** How much runs at the same time. */
  atOnce: number;
  /** How much waits behind that, of each rank; what comes then is refused. */
  waiting: number;
  /** How long it waits; then it is refused, too. */
  waitMs: number;
  /** After how long the refused may try again. */
  retryAfterSeconds: number;
};

/** Work of strangers is done when nobody else's waits: they cost nothing to be many. */
export type Rank = "known" | "stranger";

/**
 * A queue of this process for work that would starve all other work if everything that is asked for ran
 * at once. What waits runs in the order in which it came, that of strangers last.
 * @returns runs a piece of work when it is its turn and gives its result
 * @throws AppError RATE_LIMITED when too much waits already, or for too long: nothing was done
 */
export function workQueue({ atOnce, waiting, waitMs, retryAfterSeconds }: QueueLimits) {
  const queues: Record<Rank, (() => void)[]> = { known: [], stranger: [] };
  let running = 0;
  const refusal = () => new AppError("RATE_LIMITED", { message: BUSY, retryAfterSeconds });
  const turn = (queue: (() => void)[]) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(begin), 1);
        reject(refusal());
      }, waitMs);
      queue.push(begin);
    });
  return async <T>(work: () => Promise<T>, rank: Rank = "known"): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (queues[rank].length < waiting) await turn(queues[rank]);
    else throw refusal();
    try {
      return await work();
    } finally {
      const next = queues.known.shift() ?? queues.stranger.shift();
      // The place is handed on, not given up: nobody who comes in this moment overtakes.
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * For work that anybody may ask for as often as they like: it runs once at a time, and all who ask meanwhile
 * get what that run gives.
 */
export function together<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
