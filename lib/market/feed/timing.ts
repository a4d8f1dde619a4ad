import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds of a clock that never goes back, whatever happens to the wall clock. */
export function monotonicMs(): number {
  return performance.now();
}

/** Waits; returns early, without an error, when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** The wait before try number `attempt` (0 first): doubling, jittered, within the two bounds. */
export function backoffMs(
  attempt: number,
  minMs: number,
  maxMs: number,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(maxMs, minMs * 2 ** Math.min(attempt + 1, 30));
  return Math.round(minMs + random() * (ceiling - minMs));
}

/**
 * Runs `work` every `periodMs` until the signal aborts, one run at a time. A late run moves the ones after it
 * instead of being followed by a burst. The run number goes up only when `work` returns true.
 */
export async function everyPeriod(
  periodMs: number,
  signal: AbortSignal,
  work: (run: number) => Promise<boolean>,
  firstRun = 0,
): Promise<void> {
  let run = firstRun;
  let dueMs = monotonicMs();
  while (!signal.aborted) {
    if (await work(run)) run += 1;
    dueMs = Math.max(dueMs + periodMs, monotonicMs());
    await pause(dueMs - monotonicMs(), signal);
  }
}

/** A signal that aborts when any of the given ones does, and can be aborted by itself. */
export function childController(parent: AbortSignal): AbortController {
  const controller = new AbortController();
  if (parent.aborted) controller.abort();
  else {
    const forward = () => controller.abort();
    parent.addEventListener("abort", forward, { once: true });
    controller.signal.addEventListener("abort", () => parent.removeEventListener("abort", forward));
  }
  return controller;
}
