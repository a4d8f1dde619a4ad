import { AsyncLocalStorage } from "node:async_hooks";

/** How long a request may wait for connections, all its waits together, and for each row that is locked. */
export const REQUEST_WAIT_MS = 3_000;
/** How long anything else may wait for a connection: nobody looks on. */
export const BACKGROUND_WAIT_MS = 10_000;

/** What a request has waited for connections so far. */
type Waits = {
  beganAt: number;
  spentMs: number;
  /** Of its parts that wait at the same time: how many, and since when at least one does. */
  count: number;
  since: number;
  /** Whether it has had a connection. Before that it has done nothing. */
  hasBegun: boolean;
  /** Whether nobody waits for the answer any more. */
  isGone: () => boolean;
};

/** On globalThis, because the custom server and the Next bundle load this module separately. */
const holder = globalThis as typeof globalThis & {
  __requestWaits?: AsyncLocalStorage<Waits | undefined>;
};
holder.__requestWaits ??= new AsyncLocalStorage();
const requests = holder.__requestWaits;

const isNeverGone = () => false;

/**
 * Runs a request: whatever it waits for connections counts together, and earlier requests go first, so that those
 * that can be served in time are, whole.
 * @param isGone whether nobody waits for the answer any more
 */
export function asRequest<T>(work: () => T, isGone = isNeverGone): T {
  const beganAt = performance.now();
  return requests.run({ beganAt, spentMs: 0, count: 0, since: 0, hasBegun: false, isGone }, work);
}

/** Runs what has to be done whatever the request around it has waited already, such as to give back what it held. */
export function inBackground<T>(work: () => T): T {
  return requests.run(undefined, work);
}

/** Runs what is done for several requests at once: it waits no longer than one of them would, and goes first. */
export function inCommon<T>(work: () => T): T {
  const beganAt = BACKGROUND.rank;
  const none = { spentMs: 0, count: 0, since: 0, hasBegun: false, isGone: isNeverGone };
  return requests.run({ beganAt, ...none }, work);
}

/** Somebody's wait for a connection. */
export type Wait = {
  /** Who waits with a smaller number goes first. Loops are few, and what they do sets others free. */
  rank: number;
  leftMs: number;
  /** Whether nobody would hear of what would be done. */
  isPointless: () => boolean;
  begin: () => void;
  end: (isGranted: boolean) => void;
};

const BACKGROUND: Wait = {
  rank: Number.NEGATIVE_INFINITY,
  leftMs: BACKGROUND_WAIT_MS,
  isPointless: () => false,
  begin: () => undefined,
  end: () => undefined,
};

/** The wait of whoever asks now. */
export function currentWait(): Wait {
  const waits = requests.getStore();
  if (!waits) return BACKGROUND;
  const isWaitingSince = waits.count > 0 ? performance.now() - waits.since : 0;
  return {
    rank: waits.beganAt,
    leftMs: Math.max(0, REQUEST_WAIT_MS - waits.spentMs - isWaitingSince),
    isPointless: () => !waits.hasBegun && waits.isGone(),
    begin() {
      if (waits.count === 0) waits.since = performance.now();
      waits.count += 1;
    },
    end(isGranted) {
      waits.count -= 1;
      if (waits.count === 0) waits.spentMs += performance.now() - waits.since;
      if (isGranted) waits.hasBegun = true;
    },
  };
}
