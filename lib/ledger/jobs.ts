import { prisma } from "@/lib/platform/db";
import { defineJob } from "@/lib/platform/jobs";
import { evenOutPools, maintainLedger } from "./mutations";

/** Spreads the house pools over their shards again, so that none runs short while others are full. */
export const evenOutPoolsJob = defineJob({
  name: "even-out-pools",
  schedule: "*/10 * * * *",
  handler: async () => {
    await evenOutPools(prisma);
  },
});

/** Makes the coming months' partitions long before they are needed. */
export const maintainLedgerJob = defineJob({
  name: "maintain-ledger",
  schedule: "15 3 * * *",
  handler: async () => {
    await maintainLedger(prisma);
  },
});
