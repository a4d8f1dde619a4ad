import { defineJob } from "@/lib/platform/jobs";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { runStrategiesOnce } from "./runner";

const INTERVAL_MS = 1_000;

/** Keeps strategy runs going in this process, every second. Every instance does. */
export function startStrategyLoop(): Loop {
  return startLoop("strategies", INTERVAL_MS, runStrategiesOnce);
}

/** Does one pass where no loop runs; beside loops it finds nothing to do. */
export const strategyJob = defineJob({
  name: "strategies",
  schedule: "* * * * *",
  handler: async (_data, { signal }) => {
    while ((await runStrategiesOnce()) && !signal.aborted);
  },
});
