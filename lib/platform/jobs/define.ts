/** What a handler gets beside its data. */
export interface JobContext {
  /** Aborts when the job's time is up or the process stops. */
  signal: AbortSignal;
}

/** A kind of background work. */
export interface Job<Data extends object = Record<string, never>> {
  /** Unique; letters, digits and dashes. Also the path of POST /api/cron/{name}. */
  name: string;
  /** Five cron fields in UTC. Absent for work that is only enqueued. */
  schedule?: string;
  /** Must be safe to run again after a failure half-way: a job runs at least once. */
  handler: (data: Data, context: JobContext) => Promise<void>;
  /** Attempts after the first one; each waits twice as long as the last. */
  retryLimit: number;
  /** Wait before the first retry, in seconds. */
  retryDelaySeconds: number;
  /** After this long an attempt counts as failed, in seconds. */
  timeoutSeconds: number;
  /** Jobs of this kind that one process runs at once. */
  concurrency: number;
  /** How long one may wait for its end, retries included, in seconds; then it is deleted undone. */
  waitSeconds: number;
  /** How long one that has ended is kept, data and all, in seconds; up to an hour more. */
  keepSeconds: number;
}

/** A job whose data type no longer matters, as the registry holds it. */
export type AnyJob = Omit<Job, "handler"> & {
  handler: (data: never, context: JobContext) => Promise<void>;
};

const DEFAULTS = {
  retryLimit: 3,
  retryDelaySeconds: 5,
  timeoutSeconds: 120,
  concurrency: 1,
  waitSeconds: 14 * 86_400,
  keepSeconds: 7 * 86_400,
};

/** Declares a job, with limits on everything. */
export function defineJob<Data extends object = Record<string, never>>(
  job: Pick<Job<Data>, "name" | "handler"> & Partial<Job<Data>>,
): Job<Data> {
  if (!/^[a-z][a-z0-9-]*$/.test(job.name)) throw new Error(`"${job.name}" is no name for a job`);
  return { ...DEFAULTS, ...job };
}
