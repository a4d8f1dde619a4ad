import { Client } from "pg";
import { CandleKeeper } from "@/lib/market/feed/candle-keeper";
import { defaultTimings } from "@/lib/market/feed/config";
import type { FeedContext } from "@/lib/market/feed/context";
import type { ExchangeClient } from "@/lib/market/feed/exchange";
import type { LiveSource } from "@/lib/market/feed/source";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { feedConfig, pastCandles } from "./support";

const database = testDatabase();

/** A keeper on one exchange, whose history can't be read at first. */
async function startKeeper(volumeMs = 50) {
  const client = new Client({ connectionString: database.appUrl });
  await client.connect();
  const exchange = {
    isAnswering: false,
    id: "okx",
    has: { fetchOHLCV: true },
    timeframes: { "1m": "1m", "1h": "1h" },
    fetchOHLCV: async (_: string, interval: string) => {
      if (!exchange.isAnswering) throw new Error("no history now");
      return pastCandles(interval, interval === "1m" ? 60_000 : 3_600_000).map((row) =>
        row.map(Number),
      );
    },
  };
  const { config, events } = feedConfig();
  const context: FeedContext = {
    client,
    config,
    timings: { ...defaultTimings, volumeMs },
    tookOver: false,
    record: async () => null,
    emit: (event) => events.push(event),
    setFeed: () => undefined,
    setSources: () => undefined,
  };
  const source = {
    name: "okx:XAUT/USDT",
    place: { exchange: "okx", symbol: "XAUT/USDT" },
    exchange: exchange as unknown as ExchangeClient,
  } as LiveSource;
  const stopping = new AbortController();
  const keeper = new CandleKeeper(context, [source]);
  const running = keeper.run(stopping.signal);
  const stop = async () => {
    stopping.abort();
    await running;
    await client.end();
  };
  return { keeper, exchange, events, stop };
}

const hasGap = async () => {
  const [head] = await database.query<{ gap: boolean }>(
    "SELECT gap_at IS NOT NULL AS gap FROM market_head",
  );
  return head?.gap;
};

it("says that a pause in the ticks is over once its candles are filled in, and not before", async () => {
  await database.query("SELECT record_tick(100, 100, 100, '[]', 1, false)");
  const { keeper: _, ...keeper } = await startKeeper();
  try {
    await until("a try failed", () => keeper.events.some((e) => e.event === "back_fill_failed"));
    expect(await hasGap()).toBe(true);
    keeper.exchange.isAnswering = true;
    await until("it is filled in", async () => (await hasGap()) === false);
    const [hour] = await database.query(
      `SELECT count(*)::int AS candles FROM market_candle WHERE "interval" = '1h' AND source = 'okx'`,
    );
    expect(hour).toEqual({ candles: 700 });
  } finally {
    await keeper.stop();
  }
});

it("looks again after the first tick, which comes when the first round has ended", async () => {
  const { keeper, exchange, events, stop } = await startKeeper(3_600_000);
  try {
    exchange.isAnswering = true;
    // No price before: the next one notes a pause.
    await database.query("DELETE FROM market_head");
    await until("the first round is done", () => events.some((e) => e.event === "back_filled"));
    await database.query("SELECT record_tick(100, 100, 100, '[]', 1, false)");
    expect(await hasGap()).toBe(true);
    keeper.ticked();
    await until("it is filled in", async () => (await hasGap()) === false);
  } finally {
    await stop();
  }
});
