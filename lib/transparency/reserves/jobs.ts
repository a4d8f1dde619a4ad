import { env } from "@/lib/platform/env";
import { defineJob } from "@/lib/platform/jobs";
import { refreshReserves } from "./mutations";

/** Reads balances of listed addresses anew once a day, where there is a node to ask. */
export const reservesJob = defineJob({
  name: "reserves",
  schedule: "20 0 * * *",
  timeoutSeconds: 600,
  handler: async (_data, { signal }) => {
    if (env.RESERVES_RPC_URL !== undefined) await refreshReserves(signal);
  },
});
