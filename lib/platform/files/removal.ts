import type { Tx } from "@/lib/platform/db";
import { defineJob, enqueue } from "@/lib/platform/jobs";
import { storage } from "./storage";

/** Removes the bytes of files, with retries for a month: a file store that is down keeps nothing for ever. */
export const removeFilesJob = defineJob<{ keys: string[] }>({
  name: "remove-files",
  handler: async ({ keys }) => {
    for (const key of keys) await storage().remove(key);
  },
  // An hour apart in the end, these take a month.
  retryLimit: 720,
  retryDelaySeconds: 30,
  waitSeconds: 60 * 86_400,
});

/** Queues the removal of files' bytes by storage key; it happens only if the transaction commits. */
export async function queueFileRemoval(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await enqueue(removeFilesJob, { keys }, { tx });
}
