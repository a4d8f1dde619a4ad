import { log } from "@/lib/platform/log";

/** At once and in all: a settled batch has thousands of users, whose requests come at the same time. */
const MAX_LOADING = 4;
const TIMEOUT_MS = 10_000;

/** Reads what an event tells its user, such as their balances now. */
export type Load = (userId: string) => Promise<object>;

type Options = {
  /** What is loaded, for the log. */
  name: string;
  load: Load;
  /** Whether the user has a socket here: nothing is loaded for others. */
  isHere: (userId: string) => boolean;
  deliver: (userId: string, data: object) => void;
};

/** The loaded data, or nothing when that fails: clients then fetch. */
async function loadInTime({ name, load }: Options, userId: string): Promise<object> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new Error("The database does not answer"));
    timer = setTimeout(giveUp, TIMEOUT_MS).unref();
  });
  try {
    return await Promise.race([load(userId), timeout]);
  } catch (error) {
    log.error({ event: "realtime.data_missing", err: error, socketEvent: name });
    return {};
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Answers events by what is loaded after them. Those of one user that wait are answered by one load, and a user's
 * loads follow one another, so that no older state comes after a newer one.
 * @returns what to call at each event
 */
export function loadInTurn(options: Options): (userId: string) => void {
  const waiting = new Set<string>();
  const loading = new Set<string>();

  const start = async (userId: string) => {
    loading.add(userId);
    try {
      options.deliver(userId, await loadInTime(options, userId));
    } finally {
      loading.delete(userId);
      startNext();
    }
  };
  const startNext = () => {
    for (const userId of waiting) {
      if (loading.size >= MAX_LOADING) return;
      if (loading.has(userId)) continue;
      waiting.delete(userId);
      if (options.isHere(userId)) void start(userId);
    }
  };
  return (userId) => {
    if (!options.isHere(userId)) return;
    waiting.add(userId);
    startNext();
  };
}
