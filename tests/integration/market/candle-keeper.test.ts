import { Client } from "pg";
import { CandleKeeper } from "@/lib/market/feed/candle-keeper";
import { defaultTimings, type MarketTimings } from "@/lib/market/feed/config";
import type { FeedContext } from "@/lib/market/feed/context";
import type { ExchangeClient } from "@/lib/market/feed/exchange";
import type { LiveSource } from "@/lib/market/feed/source";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { feedConfig, pastCandles } from "./support";

const database = testDatabase();

/** An exchange whose history can't be read at first. */
function stubExchange(id: string) {
  const exchange = {
    isAnswering: false,
    id,
    has: { fetchOHLCV: true },
    timeframes: { "1m": "1m", "1h": "1h" },
    rows: (interval: string) => pastCandles(interval, interval === "1m" ? 60_000 : 3_600_000),
    fetchOHLCV: async (_: string, interval: string) => {
      if (!exchange.isAnswering) throw new Error("no history now");
      return exchange.rows(interval).map((row) => row.map(Number));
    },
  };
  return exchange;
}

/** A keeper on one exchange, or more. */
async function startKeeper(changes: Partial<MarketTimings> = {}, others: string[] = []) {
  const client = new Client({ connectionString: database.feedUrl });
  await client.connect();
  const [exchange, ...more] = ["okx", ...others].map(stubExchange);
  const exchanges = [exchange!, ...more];
  const dropped = new Set<string>();
  let looks = 0;
  const { config, events } = feedConfig();
  const context: FeedContext = {
    client,
    config,
    timings: { ...defaultTimings, volumeMs: 50, ...changes },
    maxMovePpm: () => 30_000,
    maxSpreadPpm: () => 10_000,
    continues: false,
    record: async () => null,
    emit: (event) => events.push(event),
    setFeed: () => undefined,
    setSources: () => undefined,
  };
  const sources = exchanges.map((each) => ({
    name: each.id,
    place: { exchange: each.id, symbol: "XAUT/USDT" },
    exchange: each as unknown as ExchangeClient,
  })) as LiveSource[];
  const stopping = new AbortController();
  const keeper = new CandleKeeper(context, sources, (name) => {
    looks += 1;
    return dropped.has(name);
  });
  const running = keeper.run(stopping.signal);
  const stop = async () => {
    stopping.abort();
    await running;
    await client.end();
  };
  /** How many rounds it has begun, while each begins by looking which exchanges to ask. */
  const rounds = () => Math.floor(looks / exchanges.length);
  return { keeper, exchange: exchange!, exchanges, dropped, events, rounds, stop };
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
  // No price before: the next one notes a pause.
  await database.query("DELETE FROM market_head");
  const { keeper, exchange, events, stop } = await startKeeper({ volumeMs: 3_600_000 });
  try {
    exchange.isAnswering = true;
    await until("the first round is done", () => events.some((e) => e.event === "back_filled"));
    await database.query("SELECT record_tick(100, 100, 100, '[]', 1, false)");
    expect(await hasGap()).toBe(true);
    keeper.ticked();
    await until("it is filled in", async () => (await hasGap()) === false);
  } finally {
    await stop();
  }
});

describe("with several exchanges", () => {
  // Without the tick's own candle: an exchange's volume is added to it once its minute is over.
  const sourcesOf = async () => {
    const rows = await database.query<{ source: string }>(
      "SELECT DISTINCT source FROM market_candle WHERE volume > 0 AND source <> 'live' ORDER BY source",
    );
    return rows.map(({ source }) => source);
  };
  beforeEach(async () => {
    await database.query("TRUNCATE market_head, market_candle");
    await database.query("SELECT record_tick(100, 100, 100, '[]', 1, false)");
  });

  it("asks none that the index has dropped, and leaves the note while only such are left", async () => {
    const { exchanges, dropped, rounds, stop } = await startKeeper({ backoffMinMs: 5 }, ["gate"]);
    try {
      for (const exchange of exchanges) dropped.add(exchange.id);
      for (const exchange of exchanges) exchange.isAnswering = true;
      const begun = rounds();
      await until("it has looked again", () => rounds() > begun + 2);
      expect(await sourcesOf()).toEqual([]);
      expect(await hasGap()).toBe(true);
      dropped.delete("gate");
      await until("it is filled in", async () => (await hasGap()) === false);
      expect(await sourcesOf()).toEqual(["gate"]);
    } finally {
      await stop();
    }
  });

  it.each([
    ["fails", false],
    ["answers with nothing", true],
  ])("goes on to the next when one %s", async (_, isAnswering) => {
    const { exchanges, stop } = await startKeeper({}, ["gate"]);
    const [okx, gate] = exchanges;
    try {
      Object.assign(okx!, { isAnswering, rows: () => [] });
      gate!.isAnswering = true;
      await until("it is filled in", async () => (await hasGap()) === false);
      expect(await sourcesOf()).toEqual(["gate"]);
    } finally {
      await stop();
    }
  });

  it("waits longer after each round in which all failed", async () => {
    // As long as each wait may be.
    jest.spyOn(Math, "random").mockReturnValue(1);
    const startedAt = performance.now();
    const { events, stop } = await startKeeper({ backoffMinMs: 5, backoffMaxMs: 10_000 }, ["gate"]);
    try {
      const failed = () => events.filter(({ event }) => event === "back_fill_failed").length;
      // Two a round.
      await until("it tried seven times", () => failed() >= 14);
      expect(performance.now() - startedAt).toBeGreaterThan(10 + 20 + 40 + 80 + 160 + 320);
      expect(await hasGap()).toBe(true);
    } finally {
      await stop();
    }
  });
});

describe("after a change of leader", () => {
  const MINUTE_MS = 60_000;
  /** The exchange's prices: 3890.25 to 3910.5 in every candle, but only 3950 in the minutes of pauses. */
  const rowsWithPauses =
    (...pauses: [number, number][]) =>
    (interval: string) =>
      pastCandles(interval, interval === "1m" ? MINUTE_MS : 3_600_000).map((row) =>
        interval === "1m" &&
        pauses.some(([fromMs, toMs]) => row[0] + MINUTE_MS > fromMs && row[0] < toMs)
          ? ([row[0], "3950", "3950", "3950", "3950", "1"] as typeof row)
          : row,
      );

  /**
   * Ticks of 4000 a while ago and now, as a leader that died left them; the candles hold nothing else. Only the given
   * pause is noted, or what the database noted by itself.
   * @returns the moment from which the ages count: however long this takes, the ticks stay as far apart
   */
  async function leaveTicks(agesMs: number[], pause: [number, number] | null | "as noted") {
    const nowMs = Date.now();
    await database.query(
      "SET session_replication_role = replica; DELETE FROM market_tick; TRUNCATE market_head, market_candle",
    );
    for (const [index, ageMs] of agesMs.entries()) {
      await database.setClock(new Date(nowMs - ageMs));
      await database.query(
        `SELECT record_tick(400000000000, 400000000000, 400000000000, '[{"source":"okx"}]', 1, false)`,
      );
      if (index === 0) await database.query("UPDATE market_head SET gap_at = NULL, gaps = '{}'");
    }
    await database.setClock(null);
    if (pause === "as noted") return nowMs;
    const [from, to] = (pause ?? []).map((ageMs) => new Date(nowMs - ageMs));
    await database.query(
      `UPDATE market_head SET gap_at = $2,
         gaps = CASE WHEN $2::timestamptz IS NULL THEN '{}' ELSE tstzmultirange(tstzrange($1, $2)) END`,
      [from ?? null, to ?? null],
    );
    return nowMs;
  }

  const rangeOf = async (interval: string) => {
    const [row] = await database.query<{ high: string; low: string }>(
      `SELECT high_e8 / 1e8 AS high, low_e8 / 1e8 AS low FROM market_candle
       WHERE "interval" = $1 AND open_time <= (SELECT at FROM market_head) ORDER BY open_time DESC LIMIT 1`,
      [interval],
    );
    return [Number(row?.high), Number(row?.low)];
  };

  it("widens no candle when ticks hardly stopped", async () => {
    await leaveTicks([2_000], null);
    const { exchange, stop } = await startKeeper();
    try {
      exchange.isAnswering = true;
      await until("volume is added", async () => {
        const rows = await database.query("SELECT FROM market_candle WHERE volume > 0");
        return rows.length > 0;
      });
      expect(await rangeOf("1h")).toEqual([4000, 4000]);
      expect(await rangeOf("1m")).toEqual([4000, 4000]);
    } finally {
      await stop();
    }
  });

  it("begins no candle with the exchange's prices that has no tick yet", async () => {
    await leaveTicks([2_000], null);
    await database.query(`DELETE FROM market_candle WHERE "interval" = '1m'`);
    const { exchange, stop } = await startKeeper();
    try {
      exchange.isAnswering = true;
      await until("volume is added", async () => {
        const rows = await database.query("SELECT FROM market_candle WHERE volume > 0");
        return rows.length > 0;
      });
      const made = await database.query(`SELECT FROM market_candle WHERE "interval" = '1m'`);
      expect(made).toHaveLength(0);
    } finally {
      await stop();
    }
  });

  it("fills in each of two pauses, and leaves the candles between them as they are", async () => {
    const between = Array.from({ length: 21 }, (_, index) => 300_000 - index * 9_000);
    const now = await leaveTicks([500_000, ...between, 1_000], "as noted");
    const { exchange, events, stop } = await startKeeper();
    try {
      exchange.rows = rowsWithPauses([now - 505_000, now - 295_000], [now - 125_000, now]);
      exchange.isAnswering = true;
      await until("it is filled in", () => events.some((e) => e.event === "back_filled"));
      const rangeBetween = async (fromAgeMs: number, toAgeMs: number) => {
        const [row] = await database.query<{ low: number; high: number }>(
          `SELECT (min(low_e8) / 1e8)::float8 AS low, (max(high_e8) / 1e8)::float8 AS high FROM market_candle
           WHERE "interval" = '1m' AND open_time >= $1 AND open_time + interval '1 minute' <= $2`,
          [new Date(now - fromAgeMs), new Date(now - toAgeMs)],
        );
        return [row?.low, row?.high];
      };
      expect(await rangeBetween(480_000, 310_000)).toEqual([3950, 3950]);
      expect(await rangeBetween(295_000, 130_000)).toEqual([4000, 4000]);
      expect(await rangeBetween(118_000, -60_000)).toEqual([3950, 4000]);
      await until("the note is taken back", async () => (await hasGap()) === false);
    } finally {
      await stop();
    }
  });

  it("fills in a pause that the one before left, and of the exchange's hour only its minutes", async () => {
    // The pause ended before this leader began, in the hour that runs now or the one before.
    const now = await leaveTicks([400_000, 200_000, 1_000], [400_000, 200_000]);
    const { exchange, events, stop } = await startKeeper();
    try {
      exchange.rows = rowsWithPauses([now - 405_000, now - 195_000]);
      exchange.isAnswering = true;
      await until("it is filled in", () => events.some((e) => e.event === "back_filled"));
      await until("the note is taken back", async () => (await hasGap()) === false);
      const rows = await database.query<{ high: number; low: number }>(
        `SELECT (max(high_e8) / 1e8)::float8 AS high, (min(low_e8) / 1e8)::float8 AS low FROM market_candle
         WHERE "interval" = '1h' AND open_time <= (SELECT at FROM market_head)
           AND open_time > (SELECT min(at) FROM market_tick) - interval '1 hour'`,
      );
      expect(rows).toEqual([{ high: 4000, low: 3950 }]);
    } finally {
      await stop();
    }
  });
});
