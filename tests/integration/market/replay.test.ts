import { writeFileSync } from "node:fs";
import { Client } from "pg";
import { type MarketConfig, startMarketFeed } from "@/lib/market/feed";
import { readReplayFile } from "@/lib/market/feed/replay-file";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  goldTicksFile,
  replayFileOfPrices,
  writeCandleFile,
  writeReplayFile,
} from "@/tests/support/exchange/replay-files";
import { until } from "@/tests/support/poll";
import { feedConfig } from "./support";

async function play(file: string, changes: Partial<MarketConfig> = {}, enough?: number) {
  const database = await createTestDatabase();
  const { config, events } = feedConfig({
    mode: "replay",
    databaseUrl: database.feedUrl,
    replay: { file, speed: 1, loop: enough !== undefined },
    ...changes,
  });
  const feed = await startMarketFeed(config);
  await until("the file is played", async () =>
    enough === undefined
      ? events.some(({ event }) => event === "replay_ended")
      : (await pricesOf(database)).length >= enough,
  );
  await feed.stop();
  const prices = await pricesOf(database);
  return { prices, database };
}

async function pricesOf(database: TestDatabase): Promise<number[]> {
  const rows = await database.query<{ price: number }>(
    "SELECT (price_e8 / 1e8)::float8 AS price FROM market_tick ORDER BY seq",
  );
  return rows.map((row) => row.price);
}

function writeFileOf(...lines: string[]): string {
  const file = writeReplayFile([]);
  writeFileSync(file, lines.join("\n"));
  return file;
}

describe("the replay feed", () => {
  it("plays a file's prices one a tick, in order, and falls silent", async () => {
    const { prices, database } = await play(
      replayFileOfPrices(["4000", "4001.5", "3999", "3999", "4002"], 20),
    );
    expect(prices).toEqual([4000, 4001.5, 3999, 3999, 4002]);
    const [row] = await database.query(
      "SELECT bool_and(simulated) AS simulated, min(sources -> 0 ->> 'source') AS source FROM market_tick",
    );
    expect(row).toEqual({ simulated: true, source: "replay" });
  });

  it("repeats the last known quote in a pause and skips quotes between two ticks", async () => {
    const file = writeReplayFile([
      { timeMs: 1000, bid: "10", ask: "11" },
      { timeMs: 1050, bid: "20", ask: "20" },
      { timeMs: 1060, bid: "30", ask: "31" },
      { timeMs: 1061, bid: "40", ask: "40" },
    ]);
    const { prices } = await play(file);
    expect(prices).toEqual([10.5, 10.5, 10.5, 30.5, 40]);
  });

  it("plays faster by its speed", async () => {
    const file = replayFileOfPrices(["1", "2", "3", "4", "5", "6", "7"], 20);
    const { prices } = await play(file, { replay: { file, speed: 3, loop: false } });
    expect(prices).toEqual([1, 4, 7]);
  });

  it("puts the high and low of what it skips into the candles", async () => {
    const file = replayFileOfPrices(["5", "9", "6", "2", "7"], 20);
    const { prices, database } = await play(file, { replay: { file, speed: 4, loop: false } });
    expect(prices).toEqual([5, 7]);
    // Of all candles of the interval: the minute may turn between two ticks.
    const rows = await database.query(
      `SELECT DISTINCT (max(high_e8) / 1e8)::float8 AS high, (min(low_e8) / 1e8)::float8 AS low
       FROM market_candle WHERE "interval" IN ('1m', '1h', '1w') GROUP BY "interval"`,
    );
    expect(rows).toEqual([{ high: 9, low: 2 }]);
  });

  it("starts over when told to", async () => {
    const { prices } = await play(replayFileOfPrices(["1", "2", "3"], 20), {}, 7);
    expect(prices.slice(0, 7)).toEqual([1, 2, 3, 1, 2, 3, 1]);
  });

  describe("whose leader lost its session", () => {
    const prices = Array.from({ length: 150 }, (_, index) => 1_000 + index);
    const cut = (database: TestDatabase) =>
      database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'market-leader' AND datname = current_database()`,
      );

    it("goes on where it was, and stays silent once it has ended", async () => {
      const database = await createTestDatabase();
      const file = replayFileOfPrices(prices.map(String), 20);
      const { config, events } = feedConfig({
        mode: "replay",
        databaseUrl: database.feedUrl,
        replay: { file, speed: 1, loop: false },
        timings: { leaderPollMs: 50 },
      });
      const feed = await startMarketFeed(config);
      const heard = (name: string) => events.filter(({ event }) => event === name).length;
      await until("some is played", async () => (await pricesOf(database)).length > 5);
      await cut(database);
      await until("it has ended", () => heard("replay_ended") === 1);
      expect(heard("replay_started")).toBe(2);
      await cut(database);
      await until("it has ended again", () => heard("replay_ended") === 2);
      await feed.stop();
      expect(await pricesOf(database)).toEqual(prices);

      // A process that starts plays it from its first row.
      const again = await startMarketFeed(config);
      await until("it plays", async () => (await pricesOf(database)).length > 150);
      await again.stop();
      expect((await pricesOf(database))[150]).toBe(1_000);
    });

    it("is followed by another whenever that takes over, unless it played another file", async () => {
      const database = await createTestDatabase();
      const start = (file: string) =>
        startMarketFeed(
          feedConfig({
            mode: "replay",
            databaseUrl: database.feedUrl,
            replay: { file, speed: 1, loop: true },
            timings: { leaderPollMs: 50 },
          }).config,
        );
      // More than is ever played: it would begin anew.
      const prices = Array.from({ length: 1_500 }, (_, index) => 1_000 + index);
      const file = replayFileOfPrices(prices.map(String), 20);
      const first = await start(file);
      await until("the first plays", async () => (await pricesOf(database)).length > 5);
      const second = await start(file);
      // Nobody leads for an hour: this session is next in the queue for the lock.
      const pause = new Client({ connectionString: database.ownerUrl });
      await pause.connect();
      const paused = pause.query("SELECT pg_advisory_lock(72002)");
      await until("it waits", async () => {
        const rows = await database.query(
          "SELECT FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()",
        );
        return rows.length > 0;
      });
      await first.stop();
      await paused;
      await database.query(
        `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
         AS $$ SELECT clock_timestamp() + interval '1 hour' $$`,
      );
      const before = (await pricesOf(database)).length;
      await pause.end();
      await until("the second plays", async () => (await pricesOf(database)).length > before + 3);

      const third = await start(replayFileOfPrices(["7", "8"], 20));
      await second.stop();
      await until("the third plays", async () => (await pricesOf(database)).includes(8));
      await third.stop();
      const played = await pricesOf(database);
      const own = played.findIndex((price) => price < 1_000);
      expect(played.slice(0, own)).toEqual(prices.slice(0, own));
      expect(played.slice(own, own + 2)).toEqual([7, 8]);
    });
  });

  it("plays a candle as open, the nearer extreme, the other one, close", async () => {
    const file = writeCandleFile([
      [0, 10, 12, 5, 11, 0],
      [80, 11, 30, 10, 20, 0],
    ]);
    const { prices } = await play(file);
    expect(prices).toEqual([10, 12, 5, 11, 11, 10, 30, 20]);
  });

  it("finds its columns by their names", async () => {
    const ticks = writeFileOf("volume, ask ,time_ms,bid", "7,11,1000,10");
    expect((await readReplayFile(ticks)).asksE8[0]).toBe(1_100_000_000n);
    const candles = await readReplayFile(
      writeFileOf("time_ms,open,high,low,close", "0,10,12,5,11"),
    );
    expect([...candles.bidsE8].map(Number)).toEqual([10e8, 12e8, 5e8, 11e8]);
  });

  it("plays recorded gold ticks the same way twice", async () => {
    const file = goldTicksFile();
    const quotes = await readReplayFile(file);
    const replay = { file, speed: 500, loop: true };
    const first = await play(file, { replay }, 25);
    const second = await play(file, { replay }, 25);
    expect(first.prices.slice(0, 25)).toEqual(second.prices.slice(0, 25));
    const mid = Number(quotes.bidsE8[0]! + quotes.asksE8[0]!) / 2e8;
    expect(first.prices[0]).toBeCloseTo(mid, 6);
  });

  it.each([
    [
      "a wrong header",
      "time,price\n1,2",
      "the first line must name the columns time_ms,bid,ask or time_ms,open",
    ],
    ["a row that is no price", "time_ms,bid,ask\n1,abc,2", ":2: not a price row"],
    ["time that goes back", "time_ms,bid,ask\n2,1,1\n1,1,1", "goes back in time"],
    ["a crossed quote", "time_ms,bid,ask\n2,3,1", "bid above ask"],
    ["no rows", "time_ms,bid,ask\n", "holds no prices"],
  ])("refuses a file with %s", async (_, text, message) => {
    const file = writeFileOf(text);
    const { config } = feedConfig({ mode: "replay", replay: { file, speed: 1, loop: false } });
    await expect(startMarketFeed(config)).rejects.toThrow(message);
  });

  it("refuses a missing file, and any feed but a live one for real money", async () => {
    const missing = { file: "/nowhere/prices.csv.gz", speed: 1, loop: false };
    await expect(
      startMarketFeed(feedConfig({ mode: "replay", replay: missing }).config),
    ).rejects.toThrow("ENOENT");
    for (const mode of ["auto", "simulated", "replay"] as const) {
      await expect(startMarketFeed(feedConfig({ mode, realMoney: true }).config)).rejects.toThrow(
        "REAL_MONEY=1 needs MARKET_SOURCE=live",
      );
    }
  });
});
