import { defineJob } from "@/lib/platform/jobs";
import { tellNewWork } from "./mutations";

/** Tells staff of new work: whoever wants it at once within a minute, others when their time has come. */
export const newWorkJob = defineJob({
  name: "new-work",
  schedule: "* * * * *",
  handler: (_data, { signal }) => tellNewWork(signal),
});
