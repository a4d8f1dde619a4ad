import { setTimeout as delay } from "node:timers/promises";
import { defineJob } from "@/lib/platform/jobs";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { hasPendingSignals, runStrategiesOnce } from "./runner";

const INTERVAL_MS = 1_000;
/** A signal's price comes within a second or two while the market is open. */
const MAX_PASSES = 15;

/** Keeps strategy runs going in this process, every second. Every instance does. */
export function startStrategyLoop(): Loop {
  return startLoop("strategies", INTERVAL_MS, runStrategiesOnce);
}

/** Does what is due where no loop runs, and waits for the prices of its signals; beside loops it finds nothing to do. */
export const strategyJob = defineJob({
  name: "strategies",
  schedule: "* * * * *",
  timeoutSeconds: 50,
  handler: async (_data, { signal }) => {
    for (let pass = 0; pass < MAX_PASSES && !signal.aborted; pass += 1) {
      const hasMore = await runStrategiesOnce();
      if (hasMore) continue;
      if (!(await hasPendingSignals())) return;
      await delay(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  },
});
