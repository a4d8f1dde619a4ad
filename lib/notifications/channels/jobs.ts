import { defineJob } from "@/lib/platform/jobs";
import { whenSeen } from "@/lib/platform/jobs/lookout";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { anyDispatchDue, type DescribeWork, sendDue } from "./dispatch";

const INTERVAL_MS = 2_000;

/** Keeps sending to devices and mailboxes in this process, within a few seconds. */
export function startDispatchLoop(describeWork: DescribeWork): Loop {
  return startLoop(
    "notification-dispatch",
    INTERVAL_MS,
    () => sendDue(describeWork),
    whenSeen(anyDispatchDue),
  );
}

/** Sends where no loop runs; beside loops it finds nothing to do. */
export const dispatchJob = (describeWork: DescribeWork) =>
  defineJob({
    name: "notification-dispatch",
    schedule: "* * * * *",
    handler: async (_data, { signal }) => {
      while (await sendDue(describeWork)) signal.throwIfAborted();
    },
  });
