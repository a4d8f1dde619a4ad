/** Work of this process that people wait for, and what can wait for a moment instead of taking its processor. */
import { setTimeout as delay } from "node:timers/promises";

/** How long anything gives way from when such work began: it may take long, and what gives way is awaited, too. */
const MOST_MS = 800;

type Pressing = { since: number; over: AbortController };

const underWay = new Set<Pressing>();

/** Does work that others give way to. */
export async function pressing<T>(work: () => Promise<T>): Promise<T> {
  const own = { since: performance.now(), over: new AbortController() };
  underWay.add(own);
  try {
    return await work();
  } finally {
    underWay.delete(own);
    own.over.abort();
  }
}

/** Waits for the pressing work that is under way now, as far as it began less than 0.8 s ago. */
export async function giveWay(): Promise<void> {
  for (const { since, over } of [...underWay]) {
    const ms = since + MOST_MS - performance.now();
    if (ms > 0) await delay(ms, undefined, { signal: over.signal }).catch(() => undefined);
  }
}
