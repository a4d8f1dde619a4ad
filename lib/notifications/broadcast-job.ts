import { defineJob } from "@/lib/platform/jobs";
import { deliverBatch } from "./broadcast-delivery";

/**
 * Delivers what was sent to many. Queued with each broadcast; the schedule goes on with one whose
 * process died.
 */
export const broadcastJob = defineJob({
  name: "broadcasts",
  schedule: "* * * * *",
  timeoutSeconds: 1_800,
  handler: async (_data, { signal }) => {
    while (await deliverBatch()) signal.throwIfAborted();
  },
});
