import { defineJob } from "@/lib/platform/jobs";
import { mailNewWork } from "./mutations";

/** Mails staff about new work: whoever wants it at once within a minute, others when their time has come. */
export const workMailJob = defineJob({
  name: "work-mail",
  schedule: "* * * * *",
  handler: (_data, { signal }) => mailNewWork(signal),
});
