import { defineJob } from "@/lib/platform/jobs";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { sendDue } from "./dispatch";

const INTERVAL_MS = 2_000;

/** Keeps sending to devices and mailboxes in this process, within a few seconds. */
export function startDispatchLoop(): Loop {
  return startLoop("notification-dispatch", INTERVAL_MS, () => sendDue());
}

/** Sends where no loop runs; beside loops it finds nothing to do. */
export const dispatchJob = defineJob({
  name: "notification-dispatch",
  schedule: "* * * * *",
  handler: async (_data, { signal }) => {
    while (await sendDue()) signal.throwIfAborted();
  },
});
