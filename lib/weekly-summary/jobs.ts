import { defineJob } from "@/lib/platform/jobs";
import { mailSummaries } from "./mutations";

const MANY_SECONDS = 600;

/** Mails their week to whoever wants it, on Monday morning where they are. */
export const weeklySummaryJob = defineJob({
  name: "weekly-summary",
  schedule: "*/5 * * * *",
  timeoutSeconds: MANY_SECONDS,
  handler: (_data, { signal }) => mailSummaries(signal),
});
