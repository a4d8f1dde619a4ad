import { defineJob } from "@/lib/platform/jobs";
import { sumReport } from "./data";

/** Sums up what staff's reports are made of. */
export const reportJob = defineJob({
  name: "report",
  schedule: "*/10 * * * *",
  handler: async (_data, { signal }) => {
    while ((await sumReport()) && !signal.aborted);
  },
});
