import { prisma } from "@/lib/platform/db";
import { defineJob } from "@/lib/platform/jobs";
import { now } from "@/lib/platform/time";
import { storage } from "./storage";

/** No upload is under way for so long. */
const ABANDONED_AFTER_MS = 3_600_000;
const BATCH = 100;

/** Removes the bytes of an upload whose file was never recorded, and what was noted of it. */
export async function removeUnfinished(storageKey: string): Promise<void> {
  await storage().remove(storageKey);
  await prisma.unfinishedUpload.deleteMany({ where: { storageKey } });
}

/** Removes what servers left that were killed while they stored a file. */
export const unfinishedUploadsJob = defineJob({
  name: "unfinished-uploads",
  schedule: "25 * * * *",
  handler: async (_, { signal }) => {
    const before = new Date(now().getTime() - ABANDONED_AFTER_MS);
    for (let count = BATCH; count === BATCH; ) {
      signal.throwIfAborted();
      const abandoned = await prisma.unfinishedUpload.findMany({
        where: { startedAt: { lt: before } },
        orderBy: { startedAt: "asc" },
        take: BATCH,
      });
      for (const { storageKey } of abandoned) await removeUnfinished(storageKey);
      count = abandoned.length;
    }
  },
});
