import type { Client } from "pg";
import { quantile } from "../support/measure";

/** As in lib/trading/jobs.ts. */
const BATCH = 1000;
const SETTLE_BATCH = 250;
const LANES = 2;
const OPENS_A_TRANSACTION = 500;

async function setClock(owner: Client, atMs: number): Promise<void> {
  await owner.query(`CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
    AS $$ SELECT timestamptz '${new Date(atMs).toISOString()}' $$`);
}

async function tick(owner: Client, price: number): Promise<void> {
  const e8 = `${price}00000000`;
  await owner.query(`SELECT record_tick(${e8}, ${e8}, ${e8}, '[{"source":"simulated"}]', 3, true)`);
}

/** Number of users that populate.sql makes. */
export const USERS = 20_000;
const OPEN_EVERY_MS = 10;
const IDLE_SAMPLES = 300;

/**
 * Opens `count` options at one frozen moment through open_option, so that all end in the same second. As in
 * production several connections open them, each from a shard of its own.
 */
async function openMany(openers: Client[], count: number, run: string): Promise<void> {
  await Promise.all(
    openers.map(async (opener, first) => {
      await opener.query("SET synchronous_commit = off");
      await opener.query(`DO $$ BEGIN
        FOR i IN ${first + 1}..${count} BY ${openers.length} LOOP
          PERFORM open_option('${run}:' || i, sha256('bench'), (SELECT user_id FROM bench_user WHERE n = 1 + i % ${USERS}),
            CASE WHEN i % 2 = 0 THEN 'up' ELSE 'down' END, 1000000, 30, 800000, 1, 1000000000, NULL, 1, NULL, NULL);
          IF i / ${openers.length} % ${OPENS_A_TRANSACTION} = 0 THEN COMMIT; END IF;
        END LOOP; END $$`);
    }),
  );
}

export type Settlement = {
  options: number;
  enterMs: number;
  settleMs: number;
  microsPerOption: number;
  /** p99 of opening an option with nothing else to do, and while these are settled. */
  openIdleP99Ms?: number;
  openBesideP99Ms?: number;
};

/** Opens one option after the other, a hundred a second at most, while `isOn`. @returns milliseconds each */
async function openPaced(open: () => Promise<unknown>, isOn: (done: number) => boolean) {
  const latencies: number[] = [];
  while (isOn(latencies.length)) {
    const startedAt = performance.now();
    await open();
    latencies.push(performance.now() - startedAt);
    const left = OPEN_EVERY_MS - (latencies.at(-1) ?? 0);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
  return latencies;
}

async function drain(step: () => Promise<number>): Promise<{ ms: number; total: number }> {
  const started = performance.now();
  let total = 0;
  const lane = async () => {
    for (let done = await step(); done > 0; done = await step()) total += done;
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { ms: performance.now() - started, total };
}

/**
 * How long one instance takes to enter and to settle `count` options that are all due at once, and with
 * `open` what others notice who open options meanwhile.
 */
export async function measureSettlement(
  owner: Client,
  openers: Client[],
  count: number,
  calls: {
    enter: (limit: number) => Promise<unknown[]>;
    settle: (limit: number) => Promise<unknown[]>;
    open?: () => Promise<unknown>;
  },
): Promise<Settlement> {
  const startMs = Math.ceil(Date.now() / 1000) * 1000 + count * 60_000;
  await setClock(owner, startMs);
  await tick(owner, 4000);
  await openMany(openers, count, `bench-settle-${count}-${startMs}`);
  await owner.query("ANALYZE trade");
  await setClock(owner, startMs + 1000);
  await tick(owner, 4000);
  const entered = await drain(async () => (await calls.enter(BATCH)).length);
  await setClock(owner, startMs + 31_000);
  await tick(owner, 4001);
  await setClock(owner, startMs + 32_000);
  const { open } = calls;
  const idle = open && (await openPaced(open, (done) => done < IDLE_SAMPLES));
  let isSettling = true;
  const beside = open && openPaced(open, () => isSettling);
  const settled = await drain(async () => (await calls.settle(SETTLE_BATCH)).length);
  isSettling = false;
  const besides = await beside;
  if (entered.total !== count || settled.total !== count) {
    throw new Error(`Entered ${entered.total} and settled ${settled.total} of ${count} options`);
  }
  return {
    options: count,
    enterMs: Math.round(entered.ms),
    settleMs: Math.round(settled.ms),
    microsPerOption: (settled.ms * 1000) / count,
    ...(idle && { openIdleP99Ms: quantile(idle, 0.99) }),
    ...(besides && { openBesideP99Ms: quantile(besides, 0.99) }),
  };
}

/** Gives the clock back and records a fresh tick. */
export async function resumeClock(owner: Client): Promise<void> {
  await owner.query(`CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
    AS $$ SELECT clock_timestamp() $$`);
}

type Due = (limit: number) => Promise<unknown[]>;

/** Ends what the earlier rounds opened: an hour later nothing of it can be left. */
export async function clearBacklog(owner: Client, enter: Due, settle: Due): Promise<void> {
  await owner.query(`CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
    AS $$ SELECT clock_timestamp() + interval '1 hour' $$`);
  while ((await enter(1000)).length > 0);
  while ((await settle(1000)).length > 0);
  await owner.query("VACUUM ANALYZE trade");
}
