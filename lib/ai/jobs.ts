import { setTimeout as delay } from "node:timers/promises";
import { onAccount } from "@/lib/platform/db";
import { defineJob } from "@/lib/platform/jobs";
import { whenSeen } from "@/lib/platform/jobs/lookout";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { anyRun, hasPendingSignals, runStrategiesOnce } from "./runner";

const INTERVAL_MS = 1_000;
/** A signal's price comes within a second or two while the market is open. */
const MAX_PASSES = 15;

/** Keeps strategy runs going in this process, every second. Every instance does. */
export function startStrategyLoop(): Loop {
  return startLoop("strategies", INTERVAL_MS, runStrategiesOnce, whenSeen(anyRun));
}

/** One pass over the runs of the practice side. @returns whether more is waiting */
export function practiceStrategiesOnce(): Promise<boolean> {
  return onAccount("practice", runStrategiesOnce);
}

/** The same for the practice side, in a loop of its own: no run with money waits for it. */
export function startPracticeStrategyLoop(): Loop {
  return startLoop("practice strategies", INTERVAL_MS, practiceStrategiesOnce);
}

/** Does what is due where no loop runs, and waits for the prices of its signals; beside loops it finds nothing to do. */
export const strategyJob = defineJob({
  name: "strategies",
  schedule: "* * * * *",
  timeoutSeconds: 50,
  handler: async (_data, { signal }) => {
    for (let pass = 0; pass < MAX_PASSES && !signal.aborted; pass += 1) {
      const hasMore = [await runStrategiesOnce(), await practiceStrategiesOnce()];
      if (hasMore.includes(true)) continue;
      if (!(await hasPendingSignals()) && !(await onAccount("practice", hasPendingSignals))) return;
      await delay(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  },
});
