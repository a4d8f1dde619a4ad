import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { transaction } from "@/lib/platform/db";
import { defineJob, enqueue } from "@/lib/platform/jobs";
import { hasLiabilitiesOfToday } from "./data";
import { NoLogYet, publishLiabilities } from "./snapshot";

/**
 * Publishes what customers are owed once a day, soon after 00:00 UTC; each hour it makes up for what did not go well.
 * With `again` it does so whatever was published.
 */
export const liabilitiesJob = defineJob<{ again?: boolean }>({
  name: "liabilities",
  schedule: "5 * * * *",
  retryLimit: 1,
  timeoutSeconds: 1_800,
  handler: async ({ again }) => {
    if (!again && (await hasLiabilitiesOfToday())) return;
    try {
      await publishLiabilities();
    } catch (error) {
      if (!(error instanceof NoLogYet)) throw error;
    }
  },
});

/** Has liabilities published now, as a member of staff asked. */
export async function requestLiabilities(actor: Actor): Promise<void> {
  await transaction(async (tx) => {
    await appendAudit(tx, actor, { action: "liabilities.publish", targetType: "liabilities" });
    await enqueue(liabilitiesJob, { again: true }, { tx });
  });
}
