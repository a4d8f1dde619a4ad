import { Client } from "pg";
import { startMarketFeed } from "@/lib/market/feed";
import { prisma } from "@/lib/platform/db";
import { settleOnce } from "@/lib/trading/jobs";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { available, open, openMarket, tick, trader, wait } from "../trading/support";
import { feedConfig, readTicks } from "./support";

jest.setTimeout(30_000);

const database = testDatabase();
/** Longer than a tick's price may wait, by the clock on the wall. */
const TOO_LONG_MS = 2_100;

/** A session of the feed, as an instance that hangs would have, or of the application. */
async function connect(url = database.feedUrl): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Holds the lock that ticks wait for, as a decision on a candle does until it commits. */
async function holdTickLock(): Promise<{ release: () => Promise<void> }> {
  const client = await connect();
  await client.query("BEGIN; SELECT pg_advisory_xact_lock_shared(72001)");
  return {
    release: async () => {
      await client.query("COMMIT");
      await client.end();
    },
  };
}

/** How many sessions wait to record a tick. Other tests' databases are on this server too. */
async function countWaiting(): Promise<number> {
  const waiting = await database.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 72001 AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return waiting.length;
}

/** Until a price that waits for the lock is too old. */
const untilTooOld = () =>
  until("it waited too long", async () => {
    const waiting = await database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'
         AND clock_timestamp() - query_start > $1 * interval '1 millisecond'`,
      [TOO_LONG_MS],
    );
    return waiting.length > 0;
  });

const RECORD = `SELECT record_tick(390000000000, 390000000000, 390000000000, '[{"source":"exchange0"}]', 1, false`;
const tickCount = async () => (await readTicks()).length;

describe("a price that is late", () => {
  it.each([
    ["2.1 s after it was read", "clock_timestamp() - interval '2.1 seconds'", false],
    ["1.5 s after it was read", "clock_timestamp() - interval '1.5 seconds'", true],
    ["before it was read, after a clock was set back", "clock_timestamp() + interval '5 s'", false],
    ["at an unknown time after it was read", "NULL", false],
  ])("%s", async (_, sampledAt, isRecorded) => {
    const before = await tickCount();
    const asked = database.query(`${RECORD}, ${sampledAt})`);
    if (isRecorded) await asked;
    else await expect(asked).rejects.toThrow("the price is");
    expect(await tickCount()).toBe(before + (isRecorded ? 1 : 0));
  });

  it.each([
    ["this release", ", clock_timestamp())"],
    ["the release before", ")"],
  ])("is not recorded when it waited for the lock, by %s", async (_, end) => {
    const before = await tickCount();
    const leader = await connect();
    const hung = await holdTickLock();
    const waiting = leader.query(`${RECORD}${end}`).then(
      () => "recorded",
      (error: Error) => error.message,
    );
    await untilTooOld();
    await hung.release();
    expect(await waiting).toContain("the price is");
    expect(await tickCount()).toBe(before);
    await leader.query(`${RECORD}${end}`);
    expect(await tickCount()).toBe(before + 1);
    await leader.end();
  });
});

describe("while an instance hangs that holds the lock", () => {
  it("the leader stays, records nothing, and goes on afterwards", async () => {
    await database.query("TRUNCATE market_head");
    const { config, events } = feedConfig({ tickMs: 100 });
    const feed = await startMarketFeed(config);
    try {
      await until("ticks flow", () => feed.status().lastSeq !== null);
      const hung = await holdTickLock();
      const before = await tickCount();
      const refused = () => events.filter(({ event }) => event === "tick_not_recorded");
      await until("two were refused", () => refused().length >= 2);
      expect(await countWaiting()).toBeLessThanOrEqual(1);
      expect(await tickCount()).toBe(before);
      const heldAt = performance.now();
      await until("no price is new any more", () => performance.now() - heldAt > TOO_LONG_MS);
      expect(refused()[0]?.detail).toContain("lock timeout");
      await hung.release();
      await until("ticks flow again", async () => (await tickCount()) > before + 2);
      const [gap] = await database.query<{ longest: number }>(
        `SELECT max(extract(epoch FROM later - at))::float8 AS longest
         FROM (SELECT at, lead(at) OVER (ORDER BY seq) AS later FROM market_tick WHERE simulated) AS t`,
      );
      expect(gap?.longest).toBeGreaterThan(TOO_LONG_MS / 1_000);
      expect(events.filter(({ event }) => event === "leader_won")).toHaveLength(1);
    } finally {
      await feed.stop();
    }
  });

  it("an option that ends meanwhile is void and its stake comes back", async () => {
    await openMarket();
    await database.query("TRUNCATE market_head");
    const owner = await trader();
    await tick("4000");
    await open(owner);
    await tick("4000");
    await settleOnce();
    // 13 s before the end.
    await tick("4000", { after: 47 });
    const leader = await connect();
    const hung = await holdTickLock();
    const waiting = leader.query(`${RECORD})`).catch((error: Error) => error);
    await wait(12.5);
    await untilTooOld();
    await hung.release();
    await waiting;
    await leader.end();
    await wait(0.501);
    await settleOnce();
    expect(await prisma.trade.findFirst({ where: { userId: owner.user.id } })).toMatchObject({
      status: "void",
      exitTickSeq: null,
    });
    expect(await available(owner)).toBe("1000.000000");
  });
});

it("settlement that is cancelled while it holds the lock leaves nothing of it on its connection", async () => {
  const settling = await connect(database.appUrl);
  const [{ pid }] = (await settling.query("SELECT pg_backend_pid() AS pid")).rows;
  const locks = () =>
    database.query("SELECT FROM pg_locks WHERE pid = $1 AND locktype = 'advisory'", [pid]);
  await database.query(`CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(20); RETURN clock_timestamp(); END $$`);
  const cancelled = settling.query("SELECT * FROM settle_due(10)").catch((error: Error) => error);
  await until("it has the lock", async () => (await locks()).length === 1);
  await database.query("SELECT pg_cancel_backend($1)", [pid]);
  expect(String(await cancelled)).toContain("canceling statement");
  expect(await locks()).toEqual([]);

  // Nor does one that goes through keep it until its transaction ends: ticks wait for nobody's settlement.
  await database.setClock(new Date());
  await settling.query("BEGIN");
  await settling.query("SELECT * FROM settle_due(10)");
  expect(await locks()).toEqual([]);
  await settling.query("COMMIT");
  await settling.end();
});
