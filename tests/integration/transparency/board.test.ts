import { GET as boardRoute } from "@/app/api/transparency/board/route";
import { boardJob } from "@/lib/board/jobs";
import type { BoardDto } from "@/lib/board/schema";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { verifyLog } from "@/lib/transparency/verify";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { BIG_TABLES, PlanLog } from "@/tests/support/sql/plan-log";

const database = testDatabase();
let plans: PlanLog;

const shown = async (day?: string) =>
  (
    await callRoute<{ board: BoardDto | null }>(boardRoute, {
      path: `/api/transparency/board${day ? `?day=${day}` : ""}`,
    })
  ).body.board;
const run = () => boardJob.handler({}, { signal: new AbortController().signal });
/** Rows of the past: without what their makers check and count. */
const past = (statements: string) =>
  database.query(
    `SET session_replication_role = replica; ${statements}; RESET session_replication_role`,
  );

const DEPOSIT = `INSERT INTO deposit (user_id, wallet_id, currency, network, address, amount_e8, rate_e8, credited_micro,
  status, proof_file_id, admin_notes, processed_by_id, created_at, processed_at)`;
const deposits = (count: number, status: string, at: string, reason = "NULL") =>
  `${DEPOSIT} SELECT uuid_v7(), uuid_v7(), 'USDT', 'TRC20', 'T', 1, 1, 1, '${status}', uuid_v7(), ${reason}, uuid_v7(),
    timestamptz '${at}', timestamptz '${at}' + n * interval '1 minute' FROM generate_series(1, ${count}) n`;
const withdrawals = (count: number, status: string, at: string, reason = "NULL") =>
  `INSERT INTO withdrawal (user_id, currency, network, address, amount_micro, status, admin_notes, transaction_hash, processed_by_id, created_at, processed_at)
   SELECT uuid_v7(), 'USDT', 'TRC20', 'T', 1, '${status}', ${reason}, repeat('a', 60) || lpad(n::text, 4, '0'), uuid_v7(), timestamptz '${at}',
    timestamptz '${at}' + n * interval '1 hour' FROM generate_series(1, ${count}) n`;
const runs = (count: number, values: string, stopped: string) =>
  `INSERT INTO strategy_run (user_id, strategy, params, interval, allocated_micro, status, cash_micro, returned_micro, started_at, stopped_at)
   SELECT uuid_v7(), 'grid', '{}', '1h', ${values}, '2026-02-01Z', ${stopped} FROM generate_series(1, ${count})`;
const results = (day: string, won: number, lost: number, rate = 800_000) =>
  `INSERT INTO option_result_day (day, duration_seconds, payout_rate_ppm, won, lost) VALUES ('${day}', 60, ${rate}, ${won}, ${lost})`;
const tick = (seq: number, at: string, simulated = false) =>
  `INSERT INTO market_tick (seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated)
   VALUES (${seq}, '${at}', 1, 1, 1, '[]', 1, ${simulated})`;

beforeAll(async () => {
  plans = await PlanLog.on(database);
  await database.query(`ALTER DATABASE "${database.name}" SET enable_seqscan = off`);
  Object.assign(env, {
    LOG_SIGNING_KEY: Buffer.alloc(32, 1).toString("base64url"),
    LOG_ORIGIN: "site.example/log",
  });
  await database.setClock(new Date("2026-03-31T00:10:00Z"));
  await database.query(
    "CREATE TABLE market_tick_past PARTITION OF market_tick FOR VALUES FROM ('2026-03-01Z') TO ('2026-05-01Z')",
  );
});

it("says nothing before the first board, and few cases are told as few", async () => {
  expect(await shown()).toBeNull();
  expect((await callRoute(boardRoute, { path: "/api/transparency/board?day=x" })).status).toBe(422);
  await run();
  const board = await shown();
  expect(board).toMatchObject({
    day: "2026-03-31",
    isDemo: true,
    figures: {
      from: "2026-03-01",
      to: "2026-03-30",
      deposits: { cases: 0, medianSeconds: null, p95Seconds: null, refused: 0, waiting: 0 },
      withdrawals: { cases: 0, medianSeconds: null, reasons: [] },
      support: { cases: 0, unanswered: 0 },
      options: [],
      prices: { uptime: null, days: [] },
    },
  });
  expect(board?.figures.cover.map(({ product }) => product)).toEqual([
    "options",
    "savings",
    "savings",
  ]);
  // Site without a candle: tested on recorded gold where its own prices don't do.
  expect(board?.figures.strategies.map(({ strategy }) => strategy)).toHaveLength(4);
});

it("counts 30 days that have ended, from the rows themselves", async () => {
  const [inside, before, after] = ["2026-03-10Z", "2026-02-28 20:00Z", "2026-03-31Z"];
  await past(
    [
      deposits(21, "completed", inside),
      deposits(1, "completed", before),
      deposits(1, "completed", after),
      deposits(3, "failed", inside, "'Another network'"),
      deposits(1, "failed", inside, "'Ask Ada Lovelace of 1 Main Street'"),
      `${DEPOSIT} VALUES (uuid_v7(), uuid_v7(), 'USDT', 'TRC20', 'T', 1, NULL, NULL, 'pending', uuid_v7(), NULL, NULL, '${inside}', NULL)`,
      withdrawals(19, "completed", inside),
      withdrawals(4, "failed", inside, "'Address of a token'"),
      withdrawals(2, "cancelled", inside),
      runs(20, "100, 'stopped', 0, 110", "'2026-03-20Z'"),
      runs(1, "100, 'stopped', 0, 0", "'2026-02-20Z'"),
      runs(1, "100, 'running', 50, NULL", "NULL"),
      "UPDATE trade_day_head SET before_day = '2026-04-01'",
      "INSERT INTO trade_day_head (before_day) SELECT '2026-04-01' WHERE NOT EXISTS (SELECT FROM trade_day_head)",
      results("2026-03-01", 20, 20),
      results("2026-03-30", 10, 10),
      results("2026-02-28", 100, 0),
      results("2026-03-31", 100, 0),
      results("2026-03-02", 19, 0, 900_000),
      ...Array.from({ length: 13 }, (_, n) =>
        tick(
          n + 1,
          `2026-03-29T12:00:00Z`
            .replace(":00Z", `:${String((n * 5) % 60).padStart(2, "0")}Z`)
            .replace("12:00", n === 12 ? "12:01" : "12:00"),
        ),
      ),
      tick(14, "2026-03-29T23:59:55Z"),
      tick(15, "2026-03-30T00:00:30Z", true),
      tick(16, "2026-03-31T00:00:00Z"),
      `INSERT INTO chat (id, user_id, created_at, last_message_at)
       SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, uuid_v7(), '${inside}', '${inside}' FROM generate_series(1, 22) n`,
      `INSERT INTO chat_message (id, chat_id, sender, text, created_at)
       SELECT uuid_v7(), c.id, m.sender, 'Hello', c.created_at + m.after * right(c.id::text, 12)::int * interval '1 second'
       FROM chat c, (VALUES ('user', 0), ('automatic', 1), ('support', 10)) m (sender, after)
       WHERE m.sender <> 'support' OR right(c.id::text, 12)::int <= 21`,
      "DELETE FROM board",
      "DELETE FROM log_queue WHERE kind = 'board'",
    ].join(";"),
  );
  plans.take();
  await run();
  const scans = plans.take().filter(({ table }) => BIG_TABLES.has(table));
  expect(scans.filter(({ kind }) => kind === "Seq Scan")).toEqual([]);
  expect(scans.map(({ table }) => table)).toEqual(
    expect.arrayContaining(["deposit", "withdrawal", "chat", "chat_message"]),
  );
  const { figures } = (await shown()) as BoardDto;
  expect(figures.deposits).toEqual({
    cases: 21,
    medianSeconds: 660,
    p95Seconds: 1200,
    waiting: 1,
    refused: 4,
    // What one person alone was told may name them.
    reasons: [{ reason: "Another network", count: 3 }],
  });
  expect(figures.withdrawals).toEqual({
    cases: 19,
    medianSeconds: null,
    p95Seconds: null,
    waiting: 0,
    refused: 4,
    reasons: [{ reason: "Address of a token", count: 4 }],
  });
  expect(figures.support).toEqual({
    cases: 21,
    unanswered: 1,
    medianSeconds: 110,
    p95Seconds: 200,
  });
  expect(figures.options).toMatchObject([
    { seconds: 60, payoutRate: "0.80", won: 30, decided: 60, winRate: "0.5000", low: "0.3773" },
    { seconds: 60, payoutRate: "0.90", won: 19, decided: 19, winRate: null, low: null, high: null },
  ]);
  // 20 gained 10 each and one that runs has lost 50, of 2,100.
  expect(figures.strategies.find(({ strategy }) => strategy === "grid")).toMatchObject({
    runs: 21,
    live: "0.071429",
  });
  expect(figures.prices).toEqual({
    uptime: "0.000694",
    days: [
      { day: "2026-03-29", seconds: 43_200, covered: 75, simulated: false },
      { day: "2026-03-30", seconds: 86_400, covered: 15, simulated: true },
    ],
  });
});

it("is published once a day, stands in the public log and never changes", async () => {
  await run();
  await until("all is logged", async () => {
    await sequenceOnce();
    return (await prisma.logQueue.count()) === 0;
  });
  const rows = await prisma.logEntry.findMany({ where: { kind: "board" } });
  const { figures } = (await shown()) as BoardDto;
  expect(rows.map(({ entry }) => JSON.parse(entry))).toEqual([
    {
      v: 1,
      kind: "board",
      at: "2026-03-31T00:10:00.000000Z",
      day: "2026-03-31",
      demo: true,
      figures,
    },
  ]);
  await expect(prisma.board.deleteMany()).rejects.toThrow("permission denied");
  await expect(prisma.board.updateMany({ data: { isDemo: false } })).rejects.toThrow(
    "permission denied",
  );
  await database.setClock(new Date("2026-04-01T00:10:00Z"));
  await run();
  expect((await shown())?.day).toBe("2026-04-01");
  expect((await shown("2026-03-31"))?.figures).toEqual(figures);
  expect(await shown("2026-03-30")).toBeNull();
  // What was counted of a day that has ended is not counted again.
  expect((await shown())?.figures.prices.days.map(({ day }) => day)).toEqual([
    "2026-03-29",
    "2026-03-30",
    "2026-03-31",
  ]);
  const { differences, examples } = await verifyLog();
  expect([differences, examples.filter((one) => one.includes("board"))]).toEqual([
    expect.any(Number),
    [],
  ]);
});
