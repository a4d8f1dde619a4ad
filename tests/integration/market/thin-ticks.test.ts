import { enterDue, settleDue } from "@/lib/ledger/options";
import { thinTicksJob } from "@/lib/market/jobs";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { getTicksAround } from "@/lib/trading/data";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { verifyLog } from "@/lib/transparency/verify";
import { testDatabase } from "@/tests/support/database";
import {
  brokenChecks,
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  runMarket,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";
import { until } from "@/tests/support/poll";

jest.mock("@/lib/platform/env", () => {
  const actual = jest.requireActual("@/lib/platform/env");
  return { ...actual, env: { ...actual.env, LOG_ORIGIN: "site.example/log" } };
});

const database = testDatabase();
const { query } = database;

const logAll = () =>
  until("all is logged", async () => {
    await sequenceOnce();
    return (await prisma.logQueue.count()) === 0;
  });
const thin = async () =>
  (await query<{ removed: number | null }>("SELECT thin_ticks() AS removed"))[0]?.removed;
const thinAll = () => thinTicksJob.handler({}, { signal: new AbortController().signal });
const numbersOf = async (where: string) => {
  const rows = await query<{ seq: string }>(
    `SELECT seq FROM market_tick WHERE ${where} ORDER BY seq`,
  );
  return rows.map(({ seq }) => Number(seq));
};
const asNobodyCan = (statement: string) =>
  query(`SET session_replication_role = replica; ${statement}; RESET session_replication_role`);

/** The minutes' opening, highest, lowest and closing prices, by the ticks that there are. */
const minutes = () =>
  query(`SELECT date_trunc('minute', at) AS at, (array_agg(price_e8 ORDER BY seq))[1] AS open, max(price_e8) AS high,
    min(price_e8) AS low, (array_agg(price_e8 ORDER BY seq DESC))[1] AS close,
    min(ask_e8) FILTER (WHERE NOT contested) AS ask, max(bid_e8) FILTER (WHERE NOT contested) AS bid
    FROM market_tick GROUP BY 1 ORDER BY 1`);
const partition = async () =>
  (await query<{ oid: string }>("SELECT 'market_tick_2026_03'::regclass::oid::text AS oid"))[0]
    ?.oid;

let tradeId: string;
let expiresAt: string;
let before: Awaited<ReturnType<typeof minutes>>;

beforeAll(async () => {
  Object.assign(env, { LOG_SIGNING_KEY: Buffer.alloc(32, 1).toString("base64url") });
  await database.setClock(new Date("2026-03-31T23:00:00Z"));
  await query("SELECT ensure_market_tick_partitions(app_now(), 2)");
  await fundOptionPool(units(10_000));
  // From before the log, whose first entry has only their sum.
  await runMarket(90, 4000);
  await logAll();
  await runMarket(70, 4001);
  await database.advanceClock(1000);
  await recordTick(4100, { contested: true });
  await runMarket(20, 4002);
  await database.advanceClock(1000);
  await recordTick(3900);
  await runMarket(130, 4003);
  ({ tradeId } = await openOption(optionOrder(await createFundedUser(units(100)))));
  await runMarket(40, 4004);
  await enterDue();
  await settleDue();
  await runMarket(130, 4005);
  await database.setClock(new Date("2026-04-01T12:00:00Z"));
  await runMarket(150, 4006);
  await logAll();
  before = await minutes();
  const [trade] = await query<{ at: string }>(
    `SELECT to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at FROM trade WHERE id = '${tradeId}'`,
  );
  expiresAt = trade!.at;
});

it("keeps every tick for 90 days", async () => {
  await database.setClock(new Date("2026-06-29T23:59:59Z"));
  expect(await thin()).toBeNull();
});

it("keeps then what candles, trades and the log's first entry rest on, and writes the month anew", async () => {
  const [around, old] = [await getTicksAround(expiresAt), await partition()];
  const entry = await numbersOf(`seq = (SELECT entry_tick_seq FROM trade WHERE id = '${tradeId}')`);
  await database.setClock(new Date("2026-06-30T00:00:00Z"));
  expect(await thin()).toBeGreaterThan(100);
  expect(await thin()).toBeNull();
  await database.setClock(new Date("2026-07-05T00:00:00Z"));
  await recordTick(4007);
  await logAll();
  await thinAll();

  expect((await minutes()).slice(0, -1)).toEqual(before);
  expect(await numbersOf("seq <= 90")).toHaveLength(90);
  // The minute before the option was opened, its forty seconds, and the minute after its end.
  const kept =
    await numbersOf(`at BETWEEN (SELECT opened_at FROM trade WHERE id = '${tradeId}') - interval '1 minute'
    AND timestamptz '${expiresAt}' + interval '1 minute'`);
  expect(kept).toEqual(Array.from(kept, (_, n) => kept[0]! + n));
  expect(kept).toEqual(expect.arrayContaining(entry));
  expect(kept.length).toBeGreaterThan(140);
  expect(await getTicksAround(expiresAt)).toEqual(around);
  expect((await numbersOf("at < '2026-04-01'")).length).toBeLessThan(290);
  expect((await numbersOf("at BETWEEN '2026-04-01' AND '2026-04-02'")).length).toBeLessThan(20);
  expect(await partition()).not.toBe(old);
  expect(await brokenChecks()).toEqual([]);
  expect(await verifyLog()).toMatchObject({ ok: true, examples: [] });
});

it.each([
  "UPDATE market_tick SET price_e8 = price_e8 WHERE seq = 1",
  "DELETE FROM market_tick WHERE seq = 1",
  "DELETE FROM market_tick_2026_03",
  "TRUNCATE market_tick_2026_03",
  "TRUNCATE market_tick",
  "DELETE FROM market_tick_thinned",
  "UPDATE market_tick_thinned SET removed = removed - 1",
  "INSERT INTO market_tick_thinned VALUES ('2026-07-05', 1, 9999, 0); DELETE FROM market_tick WHERE at >= '2026-07-05'",
])("lets the owner do no more: %s", async (statement) => {
  await expect(query(statement)).rejects.toThrow("append-only");
});

it("can't hide that another one is gone", async () => {
  const [, seq] = await numbersOf("at BETWEEN '2026-04-01 12:01' AND '2026-04-01 12:02'");
  await asNobodyCan(
    `CREATE TABLE kept AS SELECT * FROM market_tick WHERE seq = ${seq}; DELETE FROM market_tick WHERE seq = ${seq}`,
  );
  expect(await brokenChecks()).toEqual(["ticks"]);
  await asNobodyCan("INSERT INTO market_tick SELECT * FROM kept");
  expect(await brokenChecks()).toEqual([]);
  await asNobodyCan("DELETE FROM market_tick WHERE seq = 90");
  expect((await verifyLog()).ok).toBe(false);
  await asNobodyCan("DELETE FROM log_entry WHERE kind = 'tick' AND ref = '150'");
  expect((await verifyLog()).examples).toEqual(
    expect.arrayContaining(["1 rows of tick were left out, such as 150"]),
  );
});
