import { fromPrisma } from "pg-boss";
import type { Tx } from "@/lib/platform/db";
import { ensureQueue, openBoss } from "./boss";
import type { Job } from "./define";

export { type AnyJob, defineJob, type Job, type JobContext } from "./define";

type EnqueueOptions = {
  /** The job exists only if this transaction commits. */
  tx?: Tx;
  startAfter?: Date;
};

/** Puts work on the queue. Some instance runs it soon, at least once. */
export async function enqueue<Data extends object>(
  job: Job<Data>,
  data: Data,
  { tx, startAfter }: EnqueueOptions = {},
): Promise<void> {
  const boss = await openBoss();
  await ensureQueue(boss, job);
  await boss.send(job.name, data, {
    startAfter,
    db: tx ? fromPrisma(tx) : undefined,
  });
}
