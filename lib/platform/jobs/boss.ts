import { PgBoss } from "pg-boss";
import { withPatience } from "@/lib/platform/db/patience";
import { isPooled } from "@/lib/platform/db/pooled";
import { PrimaryClient } from "@/lib/platform/db/primary-client";
import { asOptions, sessionSettings } from "@/lib/platform/db/session-settings";
import { endingSilent } from "@/lib/platform/db/silence";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { seldom } from "@/lib/platform/log/seldom";
import type { AnyJob } from "./define";
import { JOB_SCHEMA } from "./install";

const MAX_RETRY_DELAY_SECONDS = 3600;
const PROBLEM_LOG_MS = 5_000;
/** How often jobs that have been kept long enough are deleted. */
const MAINTENANCE_SECONDS = 3600;
/** How often it looks for jobs that wait for others, of which there are none. */
const FLOW_SECONDS = 3600;

type Holder = typeof globalThis & { __boss?: Promise<PgBoss> };
const holder = globalThis as Holder;

async function start(runsJobs: boolean): Promise<PgBoss> {
  const { role, statement_timeout } = sessionSettings(env.DATABASE_ROLE);
  const boss = new PgBoss({
    connectionString: env.DATABASE_URL,
    options: isPooled(env.DATABASE_URL) ? undefined : asOptions({ role, statement_timeout }),
    application_name: "jobs",
    // Handed on to its pool, as is whatever else `pg` knows.
    ...{ Client: PrimaryClient },
    ...endingSilent(),
    schema: JOB_SCHEMA,
    max: 3,
    // The tables are made with the migrations.
    migrate: false,
    createSchema: false,
    supervise: runsJobs,
    schedule: runsJobs,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    flowIntervalSeconds: FLOW_SECONDS,
    // A list of instances that nobody reads, with figures for which it would wake the process 50 times a second.
    registerInstance: false,
  });
  boss.on("error", reportProblems());
  return boss.start();
}

/** Every worker asks again and again, so a dead database would fill the log: one line in five seconds. */
function reportProblems(): (error: Error) => void {
  const report = seldom(PROBLEM_LOG_MS);
  return ({ message: reason }) =>
    report((unsaid) => log.warn({ event: "job.queue_problem", reason, unsaid }));
}

/**
 * The queue of this process. server.ts opens it first and for running jobs; without server.ts the
 * first enqueue opens it for sending only. One per process, also across module copies.
 */
export function openBoss({ runsJobs = false } = {}): Promise<PgBoss> {
  const open = () => start(runsJobs);
  // Only a start of the server waits: a request without it would be held up.
  holder.__boss ??= (runsJobs ? withPatience("the job queue", open) : open()).catch(
    (error: unknown) => {
      holder.__boss = undefined;
      throw error;
    },
  );
  return holder.__boss;
}

/** The workers of this process by job, also across module copies. */
type Workers = typeof globalThis & { __jobWorkers?: Map<string, string[]> };
const workers = (): Map<string, string[]> => ((globalThis as Workers).__jobWorkers ??= new Map());

/** Says which workers take up a job in this process. */
export function setWorkers(job: string, ids: string[]): void {
  workers().set(job, ids);
}

/** Lets this process look for a job at once. Where it works on none, another one finds it when it next looks. */
export async function wakeWorkers(job: string): Promise<void> {
  const boss = await holder.__boss;
  for (const id of workers().get(job) ?? []) boss?.notifyWorker(id);
}

const ensured = new WeakMap<PgBoss, Set<string>>();

/** Makes the database know a job and its limits, once per process: whoever comes first. */
export async function ensureQueue(boss: PgBoss, job: AnyJob): Promise<void> {
  const names = ensured.get(boss) ?? new Set();
  ensured.set(boss, names);
  if (names.has(job.name)) return;
  const limits = {
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: job.timeoutSeconds,
    retentionSeconds: job.waitSeconds,
    deleteAfterSeconds: job.keepSeconds,
  };
  await boss.createQueue(job.name, { ...limits, retryDelayMax: MAX_RETRY_DELAY_SECONDS });
  await boss.updateQueue(job.name, limits);
  names.add(job.name);
}

/** Closes the queue; running jobs get `timeoutMs` to finish. */
export async function closeBoss(timeoutMs: number): Promise<void> {
  const opened = holder.__boss;
  holder.__boss = undefined;
  workers().clear();
  const boss = await opened;
  await boss?.stop({ graceful: timeoutMs > 0, timeout: timeoutMs, close: true });
}
