import { emitMarketEvent, type MarketEvent } from "@/lib/market/alerts";
import { candleIntervals } from "@/lib/market/candle-rules";
import { getCurrentPrice, getUsdtRate, listCandles } from "@/lib/market/data";
import { type MarketFeed, startMarketFeed } from "@/lib/market/feed";
import { toKlineResponse, toPriceResponse } from "@/lib/market/serializers";
import { metrics } from "@/lib/platform/http/metrics";
import { log } from "@/lib/platform/log";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { CuttableProxy } from "@/tests/support/processes/cuttable-proxy";
import { feedConfig, readTicks } from "./support";

let feed: MarketFeed;

beforeAll(async () => {
  feed = await startMarketFeed(feedConfig({ seed: 7 }).config);
  await until("ten ticks are recorded", async () => (await readTicks()).length >= 10);
});
afterAll(async () => {
  await feed.stop();
});

describe("the simulated feed", () => {
  it("marks every tick, near the realistic price", async () => {
    const ticks = await readTicks();
    expect(new Set(ticks.map((tick) => tick.sources[0]?.source))).toEqual(new Set(["simulated"]));
    expect(ticks.every((tick) => tick.simulated)).toBe(true);
    for (const tick of ticks) {
      expect(Number(tick.price_e8) / 1e8).toBeGreaterThan(3_500);
      expect(Number(tick.price_e8) / 1e8).toBeLessThan(4_500);
    }
    expect(feed.status()).toMatchObject({ leading: true, feed: "simulated" });
  });

  it.each(candleIntervals)("fills the %s chart up to now without holes", async (interval) => {
    const candles = await listCandles(interval, 300);
    expect(candles).toHaveLength(300);
    const times = candles.map((candle) => candle.openTime.getTime());
    const gaps = new Set(times.slice(1).map((time, index) => time - times[index]!));
    expect(gaps.size).toBe(1);
    expect(candles.at(-1)?.closed).toBe(false);
    expect(candles.every((candle) => candle.simulated)).toBe(true);
    // A first start that crosses a minute leaves the last one of its history open until the next minute.
    expect(candles.slice(0, -2).every((candle) => candle.closed)).toBe(true);
  });

  it("has volumes that add up: a day is its hours, an hour its minutes", async () => {
    const apart = await testDatabase().query(
      `SELECT l."interval", l.open_time FROM market_interval() AS lw
       JOIN market_candle l ON l."interval" = lw.name
       CROSS JOIN market_interval() AS sw
       CROSS JOIN LATERAL (SELECT sum(s.volume) AS volume, min(s.open_time) AS first FROM market_candle s
         WHERE s."interval" = sw.name AND s.open_time >= l.open_time AND s.open_time < l.open_time + lw.width) AS parts
       WHERE sw.width < lw.width AND l.open_time >= (SELECT min(open_time) FROM market_candle WHERE "interval" = sw.name)
         AND parts.volume IS DISTINCT FROM l.volume`,
    );
    expect(apart).toEqual([]);
    const [row] = await testDatabase().query(
      "SELECT min(volume) > 0 AS traded FROM market_candle WHERE closed",
    );
    expect(row).toEqual({ traded: true });
  });

  it("pages back in time", async () => {
    const newest = await listCandles("1m", 5);
    const older = await listCandles("1m", 5, newest[0]!.openTime);
    expect(newest[0]!.openTime.getTime() - older[4]!.openTime.getTime()).toBe(60_000);
  });

  it("answers price and chart, labelled", async () => {
    const current = await getCurrentPrice();
    const price = toPriceResponse(current);
    expect(price).toMatchObject({ source: "simulated", simulated: true, stale: false });
    expect(price.change24h).toMatch(/^-?\d+\.\d\d$/);
    expect(price.price24hAgo).toMatch(/^\d+\.\d{2,8}$/);
    expect(Number(price.high24h)).toBeGreaterThanOrEqual(Number(price.price));
    expect(Number(price.volume24h)).toBeGreaterThan(0);
    const chart = toKlineResponse("1h", await listCandles("1h", 3), current.head);
    expect(chart).toMatchObject({ symbol: "XAUTUSDT", interval: "1h", simulated: true });
    expect(chart.klines).toHaveLength(3);
  });

  it("gives labelled constants for deposit rates", async () => {
    const rate = await until("the rates are written", () => getUsdtRate("BTC"));
    expect(rate).toMatchObject({
      rateE8: 9_500_000_000_000n,
      source: "constant",
      simulated: true,
    });
    expect(await getUsdtRate("USDT")).toMatchObject({ rateE8: 100_000_000n });
    expect(await getUsdtRate("DOGE")).toBeNull();
  });

  it("is stale ten seconds after its last tick, and goes on from its price after a stop", async () => {
    await feed.stop();
    const before = await getCurrentPrice();
    await testDatabase().setClock(new Date(before.head!.at.getTime() + 10_500));
    expect((await getCurrentPrice()).head?.stale).toBe(true);
    await testDatabase().setClock(null);
    const seqBefore = before.head!.seq;
    feed = await startMarketFeed(feedConfig({ seed: 7 }).config);
    const after = await until("a new tick is recorded", async () => {
      const { head } = await getCurrentPrice();
      return head !== null && head.seq > seqBefore ? head : null;
    });
    const moved = Number(after.priceE8 - before.head!.priceE8) / Number(before.head!.priceE8);
    expect(Math.abs(moved)).toBeLessThan(0.005);
  });
});

describe("a connection that stays open and answers no more", () => {
  it("is given up: the feed leads again over another one, and stops", async () => {
    await feed.stop();
    const proxy = await CuttableProxy.to(Number(process.env.TEST_POSTGRES_PORT));
    const url = new URL(testDatabase().feedUrl);
    url.port = String(proxy.port);
    const timings = { leaderPollMs: 100, heartbeatMs: 100, leaderSilenceMs: 1_000 };
    const { config, events } = feedConfig({ databaseUrl: url.href, timings });
    const elections = () => events.filter(({ event }) => event === "leader_won").length;
    const behind = await startMarketFeed(config);
    try {
      await until("it leads", () => behind.status().lastSeq !== null);
      proxy.freeze();
      await until("it leads again", () => elections() >= 2);
      const { lastSeq } = behind.status();
      await until("it records again", () => behind.status().lastSeq !== lastSeq);
      proxy.freeze();
      const startedMs = performance.now();
      await behind.stop();
      expect(performance.now() - startedMs).toBeLessThan(15_000);
    } finally {
      await proxy.close();
      await behind.stop();
    }
  }, 30_000);
});

describe("alerts of the feed", () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it("says a lasting alert once a minute, what is new at once, and counts all of them", async () => {
    jest.useFakeTimers();
    const warn = jest.spyOn(log, "warn").mockImplementation();
    const failure: MarketEvent = { level: "alert", event: "feed_failed", detail: "refused" };
    for (let second = 0; second < 120; second += 1) {
      emitMarketEvent(failure);
      jest.advanceTimersByTime(1000);
    }
    expect(warn).toHaveBeenCalledTimes(2);
    emitMarketEvent({ ...failure, detail: "timed out" });
    emitMarketEvent({ ...failure, detail: "timed out", source: "kraken" });
    emitMarketEvent({ ...failure, event: "rates_failed" });
    expect(warn).toHaveBeenCalledTimes(5);
    expect(await metrics.registry.metrics()).toContain(
      'market_feed_events_total{level="alert",event="feed_failed"} 122',
    );
  });
});
