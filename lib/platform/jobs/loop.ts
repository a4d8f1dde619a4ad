import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { seldom } from "@/lib/platform/log/seldom";

const BACKOFF_MAX_MS = 5_000;
const BUSY_LOG_MS = 30_000;

/** By loop, when its last pass that did not fail ended, on the clock of `performance`. */
const holder = globalThis as typeof globalThis & { __loopPasses?: Map<string, number> };
holder.__loopPasses ??= new Map();
const passes = holder.__loopPasses;

/** How long ago a loop's last pass ended well, or it began; null where it does not run in this process. */
export function passAgeMs(name: string): number | null {
  const endedAt = passes.get(name);
  return endedAt === undefined ? null : Math.round(performance.now() - endedAt);
}

/** How often what loops wait for is looked for: lookout.ts. */
export const LOOK_MS = 500;

/**
 * Waits until there is something to do, or the signal aborts.
 * @param looked hears of each look at which there was nothing
 */
export type Wait = (signal: AbortSignal, looked: () => void) => Promise<void>;

export type Loop = {
  stop(): Promise<void>;
  /** Ends the wait for the next pass, or lets the one after this follow at once; not the wait after a failure. */
  wake(): void;
};

/**
 * Runs `pass` again and again in this process, `intervalMs` after the last one, at once when it says
 * that more is waiting. One that fails is tried again, ever more slowly, up to every 5 s; one that waited in vain for a
 * locked row or a connection has waited enough.
 * @param intervalMs asked anew after each pass where it is a function
 * @param pass returns whether more work is waiting
 * @param untilNeeded waited for in place of the last half second of a longer wait, so that loops that have nothing to do
 * find that out together
 */
export function startLoop(
  name: string,
  intervalMs: number | (() => number),
  pass: () => Promise<boolean>,
  untilNeeded?: Wait,
): Loop {
  const stopping = new AbortController();
  let waking = new AbortController();
  const pause = (ms: number, signal: AbortSignal) =>
    delay(ms, undefined, { signal }).catch(() => undefined);
  const interval = () => (typeof intervalMs === "number" ? intervalMs : intervalMs());
  const rest = async (ms: number, signal: AbortSignal) => {
    if (!untilNeeded || ms < LOOK_MS) return pause(ms, signal);
    if (ms > LOOK_MS) await pause(ms - LOOK_MS, signal);
    await untilNeeded(signal, () => passes.set(name, performance.now()));
  };
  const reportBusy = seldom(BUSY_LOG_MS);
  const run = async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      try {
        const hasMore = await pass();
        passes.set(name, performance.now());
        failures = 0;
        if (!hasMore) await rest(interval(), waking.signal);
      } catch (error) {
        if (isBusy(error)) {
          reportBusy((unsaid) =>
            log.warn({ event: "loop.pass_waits", reason: String(error), unsaid, loop: name }),
          );
          await pause(interval(), waking.signal);
          continue;
        }
        failures += 1;
        log.error({ event: "loop.pass_failed", err: error, failures, loop: name });
        await pause(Math.min(BACKOFF_MAX_MS, interval() * 2 ** failures), stopping.signal);
      }
    }
  };
  passes.set(name, performance.now());
  const loop = run();
  return {
    wake: () => waking.abort(),
    async stop() {
      stopping.abort();
      waking.abort();
      await loop;
      passes.delete(name);
    },
  };
}
