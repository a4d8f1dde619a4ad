import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/platform/log";

const BACKOFF_MAX_MS = 5_000;

/** By loop, when its last pass that did not fail ended, on the clock of `performance`. */
const holder = globalThis as typeof globalThis & { __loopPasses?: Map<string, number> };
holder.__loopPasses ??= new Map();
const passes = holder.__loopPasses;

/** How long ago a loop's last pass ended well, or it began; null where it does not run in this process. */
export function passAgeMs(name: string): number | null {
  const endedAt = passes.get(name);
  return endedAt === undefined ? null : Math.round(performance.now() - endedAt);
}

export type Loop = { stop(): Promise<void> };

/**
 * Runs `pass` again and again in this process, `intervalMs` after the last one, at once when it says
 * that more is waiting. One that fails is tried again, ever more slowly, up to every 5 s.
 * @param pass returns whether more work is waiting
 */
export function startLoop(name: string, intervalMs: number, pass: () => Promise<boolean>): Loop {
  const stopping = new AbortController();
  const pause = (ms: number) =>
    delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const run = async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        const hasMore = await pass();
        passes.set(name, performance.now());
        failures = 0;
        if (!hasMore) await pause(intervalMs);
      } catch (error) {
        failures += 1;
        log.error({ event: "loop.pass_failed", err: error, failures, loop: name });
        await pause(Math.min(BACKOFF_MAX_MS, intervalMs * 2 ** failures));
      }
    }
  };
  passes.set(name, performance.now());
  const loop = run();
  return {
    async stop() {
      stopping.abort();
      await loop;
      passes.delete(name);
    },
  };
}
