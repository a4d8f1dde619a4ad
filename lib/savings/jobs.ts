import { runDueSavings } from "@/lib/ledger/savings";
import { defineJob } from "@/lib/platform/jobs";
import { wakeRelay } from "@/lib/platform/outbox";

const BATCH = 500;

/**
 * Starts, counts and pays out every saving that is due. Safe to run anywhere at
 * any time, several at once; days missed while nothing ran are made up.
 * @returns how many savings were looked at
 */
export async function runSavings(signal?: AbortSignal): Promise<number> {
  let total = 0;
  let count: number;
  do {
    count = await runDueSavings(BATCH);
    total += count;
    if (count > 0) wakeRelay();
  } while (count > 0 && !signal?.aborted);
  return total;
}

/** At 00:00 UTC and every minute after, for whatever the last run could not do. */
export const savingsJob = defineJob({
  name: "savings",
  schedule: "* * * * *",
  handler: async (_data, { signal }) => {
    await runSavings(signal);
  },
});
