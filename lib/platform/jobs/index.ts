import { fromPrisma } from "pg-boss";
import { endWith, type Tx } from "@/lib/platform/db";
import { ensureQueue, openBoss, wakeWorkers } from "./boss";
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
  const wake = () => void wakeWorkers(job.name);
  if (tx) endWith(tx, { last: async () => undefined, committed: wake });
  else wake();
}
