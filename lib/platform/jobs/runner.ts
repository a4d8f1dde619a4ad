import type { PgBoss } from "pg-boss";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { closeBoss, ensureQueue, openBoss, setWorkers, wakeWorkers } from "./boss";
import type { AnyJob } from "./define";
import { withLeadership } from "./leadership";
import { startLoop } from "./loop";

const STOP_TIMEOUT_MS = 15_000;
/** How often it looks what another process put on the queue, and for retries: an enqueue wakes the workers of its own process. */
const LOOK_MS = 10_000;
/** How often a worker looks by itself, which takes a statement for each: the one above is for all of them. */
const POLL_SECONDS = 600;
const MAX_DRAINED_PER_CALL = 100;
/** Hosts end a request after some 60 s, and with it whatever job is running. */
const DRAIN_MS = 40_000;

export interface JobRunner {
  /** Takes no new jobs and waits for the running ones, up to 15 s; the rest is retried elsewhere. */
  stop(): Promise<void>;
}

/** Keeps when a job last ended well or badly, for the staff's overview. Never fails the job itself. */
async function recordRun(name: string, failure: string | null): Promise<void> {
  const ended =
    failure === null
      ? sql`
          INSERT INTO job_run (name, succeeded_at) VALUES (${name}, app_now())
          ON CONFLICT (name) DO UPDATE SET succeeded_at = excluded.succeeded_at`
      : sql`
          INSERT INTO job_run (name, failed_at, error) VALUES (${name}, app_now(), ${failure})
          ON CONFLICT (name) DO UPDATE SET failed_at = excluded.failed_at, error = excluded.error`;
  await ended.catch((error: unknown) =>
    log.warn({ event: "job.run_not_recorded", err: error, job: name }),
  );
}

async function perform(job: AnyJob, data: unknown, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  try {
    await job.handler(data as never, { signal });
    log.debug({ event: "job.done", job: job.name, ms: Math.round(performance.now() - startedAt) });
  } catch (error) {
    log.error({ event: "job.failed", err: error, job: job.name });
    await recordRun(job.name, error instanceof Error ? error.message : String(error));
    throw error;
  }
  await recordRun(job.name, null);
}

/** Makes the database know the jobs: queues, and who runs when. Any instance may do it again. */
async function declareJobs(boss: PgBoss, jobs: AnyJob[]): Promise<void> {
  for (const job of jobs) {
    await ensureQueue(boss, job);
    if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: "UTC" });
  }
  const known = new Set(jobs.filter(({ schedule }) => schedule).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) {
    if (!known.has(name)) await boss.unschedule(name);
  }
}

/** Wakes the workers of those jobs of which one is due. */
async function wakeForDue(names: readonly string[]): Promise<void> {
  const due = await sql<{ name: string }[]>`
    SELECT n.name FROM unnest(${names}::text[]) AS n (name) WHERE EXISTS (SELECT FROM pgboss.job j
      WHERE j.name = n.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= pgboss.job_now())`;
  for (const { name } of due) await wakeWorkers(name);
}

/**
 * Starts working on the queue in this process. Any number of processes may: each job goes to one
 * of them, and a scheduled one is queued once however many are running.
 */
export async function startJobs(jobs: AnyJob[], lookMs = LOOK_MS): Promise<JobRunner> {
  const boss = await openBoss({ runsJobs: true });
  await declareJobs(boss, jobs);
  for (const job of jobs) {
    const ids: string[] = [];
    while (ids.length < job.concurrency) {
      ids.push(
        await boss.work<Record<string, never>>(
          job.name,
          { pollingIntervalSeconds: POLL_SECONDS },
          async ([queued]) => {
            if (!queued) return;
            // One is seldom alone: this one looks again at once afterwards, and others beside it now.
            await wakeWorkers(job.name);
            await perform(job, queued.data, queued.signal);
          },
        ),
      );
    }
    setWorkers(job.name, ids);
  }
  const names = jobs.map(({ name }) => name);
  const looking = startLoop("jobs", lookMs, async () => {
    await wakeForDue(names);
    return false;
  });
  return {
    async stop() {
      await looking.stop();
      await closeBoss(STOP_TIMEOUT_MS);
    },
  };
}

/**
 * Runs a scheduled job now, for deployments where an outside clock calls instead of server.ts.
 * @returns false when another process is running it at this moment
 */
export async function runScheduledJob(job: AnyJob): Promise<boolean> {
  const led = await withLeadership(`job:${job.name}`, (lost) => {
    const limit = AbortSignal.timeout(job.timeoutSeconds * 1000);
    return perform(job, {}, AbortSignal.any([lost, limit]));
  });
  return led !== null;
}

/**
 * Works off what is queued, up to a hundred jobs of each kind and begun within 40 s, where no process does
 * so all the time.
 * @returns how many jobs were done and how many failed (those are retried by a later call)
 */
export async function drainQueue(jobs: AnyJob[]): Promise<{ done: number; failed: number }> {
  const boss = await openBoss();
  for (const job of jobs) await ensureQueue(boss, job);
  // Nobody else here retries the jobs of a call that was cut off, or forgets old ones.
  await boss.supervise(undefined, { reindex: false });
  const deadline = performance.now() + DRAIN_MS;
  const total = { done: 0, failed: 0 };
  for (const job of jobs) {
    for (let count = 0; count < MAX_DRAINED_PER_CALL && performance.now() < deadline; count += 1) {
      // One at a time: what is fetched and never begun would stay taken until its time is up.
      const [queued] = await boss.fetch<Record<string, never>>(job.name);
      if (!queued) break;
      const { id, data } = queued;
      try {
        await perform(job, data, AbortSignal.timeout(job.timeoutSeconds * 1000));
        await boss.complete(job.name, id);
        total.done += 1;
      } catch (error) {
        await boss.fail(job.name, id, { message: String(error) });
        total.failed += 1;
      }
    }
  }
  return total;
}
