import { defineJob } from "@/lib/platform/jobs";
import { hasBoardOfToday, publishBoard } from "./publish";

/** Publishes the board once a day, soon after 00:00 UTC; later it makes up for what did not go well. */
export const boardJob = defineJob({
  name: "board",
  schedule: "*/10 * * * *",
  retryLimit: 1,
  timeoutSeconds: 600,
  handler: async () => {
    if (!(await hasBoardOfToday())) await publishBoard();
  },
});
