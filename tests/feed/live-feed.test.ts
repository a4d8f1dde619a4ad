import { getUsdtRate, listCandles } from "@/lib/market/data";
import type { MarketConfig } from "@/lib/market/feed";
import { feedConfig, pastCandles, readTicks } from "@/tests/integration/market/support";
import { testDatabase } from "@/tests/support/database";
import { ExchangeServer } from "@/tests/support/exchange/exchange-server";
import { FeedProcess } from "@/tests/support/exchange/feed-process";
import { until } from "@/tests/support/poll";

const OKX = "okx:XAUT/USDT";
const BYBIT = "bybit:XAUT/USDT";

/** Ticks that stop for longer leave a gap that is filled. */
const GAP_MS = 1_500;

let okx: ExchangeServer;
let bybit: ExchangeServer;
let feed: FeedProcess;

function liveConfig(changes: Partial<MarketConfig> = {}) {
  return feedConfig({
    mode: "live",
    tickMs: 50,
    exchanges: [
      { exchange: "okx", symbol: "XAUT/USDT" },
      { exchange: "bybit", symbol: "XAUT/USDT" },
    ],
    exchangeUrls: { okx: okx.urls, bybit: bybit.urls },
    timings: {
      freshMs: 600,
      watchdogMs: 700,
      readmitAfterMs: 1_000,
      backoffMinMs: 50,
      backoffMaxMs: 400,
      gapMs: GAP_MS,
      ratesMs: 200,
    },
    ...changes,
  });
}

/** The price and sources of the newest tick. */
async function newest() {
  const tick = (await readTicks()).at(-1);
  return {
    seq: Number(tick?.seq ?? 0),
    price: Number(tick?.price_e8 ?? 0) / 1e8,
    sources: (tick?.sources ?? []).map(({ source }) => source).sort(),
  };
}

/** Waits for a tick later than now that shows the price. */
async function untilPrice(price: number, sources: string[]) {
  const { seq } = await newest();
  return until(`the index shows ${price} from ${sources}`, async () => {
    const tick = await newest();
    return tick.seq > seq && tick.price === price && tick.sources.join() === sources.join()
      ? tick
      : null;
  });
}

const heard = (event: string, source?: string) => feed.heard(event, source);

function quoteBoth(price: number) {
  for (const server of [okx, bybit]) {
    server.quote("XAUT/USDT", (price - 0.5).toFixed(2), (price + 0.5).toFixed(2));
  }
}

beforeAll(async () => {
  okx = await ExchangeServer.start("okx");
  bybit = await ExchangeServer.start("bybit");
  okx.candles = bybit.candles = pastCandles;
  quoteBoth(4000);
  for (const server of [okx, bybit]) {
    server.quote("BTC/USDT", "90000", "90010");
    server.quote("ETH/USDT", "3000", "3001");
  }
  feed = FeedProcess.start(liveConfig().config);
  await untilPrice(4000, [BYBIT, OKX]);
});

afterAll(async () => {
  await feed.stop();
  await Promise.all([okx.stop(), bybit.stop()]);
}, 30_000);

beforeEach(() => {
  feed.events.length = 0;
});

describe("the live feed, through ccxt on two local exchanges", () => {
  it("records the median of both, not simulated", async () => {
    okx.quote("XAUT/USDT", "4000.00", "4002.00");
    bybit.quote("XAUT/USDT", "4002.00", "4004.00");
    await untilPrice(4002, [BYBIT, OKX]);
    const ticks = await readTicks();
    const quoted = { receivedAt: expect.stringMatching(/^\d{4}-.*Z$/) };
    expect(ticks.at(-1)).toMatchObject({
      simulated: false,
      source_count: 2,
      sources: [quoted, quoted],
    });
    expect(await feed.status()).toMatchObject({ leading: true, feed: "live" });
    expect((await feed.status()).sources.map(({ state }) => state)).toEqual(["live", "live"]);
    quoteBoth(4000);
    await untilPrice(4000, [BYBIT, OKX]);
  });

  it("fills all charts from the exchange's history at the start", async () => {
    for (const interval of ["1m", "5m", "15m", "30m", "1h", "4h", "1d", "1w"] as const) {
      const candles = await until(`the ${interval} chart is filled`, async () => {
        const rows = await listCandles(interval, 500);
        return rows.length === 500 ? rows : null;
      });
      expect(candles[10]).toMatchObject({
        openE8: 390_000_000_000n,
        highE8: 391_050_000_000n,
        lowE8: 389_025_000_000n,
        closeE8: 390_100_000_000n,
        volume: "12.5",
        closed: true,
        simulated: false,
      });
      expect(candles.at(-1)?.closed).toBe(false);
    }
  });

  it("tells the worth of deposit currencies", async () => {
    const btc = await until("BTC has a rate", () => getUsdtRate("BTC"));
    expect(btc).toMatchObject({ rateE8: 9_000_500_000_000n, source: "live", simulated: false });
    expect(await getUsdtRate("BNB")).toBeNull();
  });

  it("drops an outlier, and readmits it once it has stayed close", async () => {
    bybit.quote("XAUT/USDT", "4199.50", "4200.50");
    await heard("outlier_dropped", BYBIT);
    await untilPrice(4000, [OKX]);
    bybit.quote("XAUT/USDT", "4000.50", "4001.50");
    await heard("outlier_readmitted", BYBIT);
    quoteBoth(4000);
    await untilPrice(4000, [BYBIT, OKX]);
  });

  it("gives up a frozen exchange that still answers pings, and comes back to it", async () => {
    okx.frozen = true;
    await heard("source_lost", OKX);
    expect(feed.events.find(({ event }) => event === "source_lost")?.detail).toContain("silent");
    quoteBoth(4001);
    await untilPrice(4001, [BYBIT]);
    okx.frozen = false;
    await untilPrice(4001, [BYBIT, OKX]);
  });

  it("reconnects after a dropped connection", async () => {
    const before = bybit.connections;
    bybit.drop();
    await heard("source_lost", BYBIT);
    await until("it is connected again", () => bybit.connections > before);
    quoteBoth(4002);
    await untilPrice(4002, [BYBIT, OKX]);
  });

  it("leaves a connection that hangs for a new one", async () => {
    const before = okx.connections;
    okx.hang();
    await heard("source_lost", OKX);
    await until("it is connected again", () => okx.connections > before);
    quoteBoth(4001);
    await untilPrice(4001, [BYBIT, OKX]);
    quoteBoth(4002);
    await untilPrice(4002, [BYBIT, OKX]);
  });

  it("backs off from an exchange that refuses connections", async () => {
    const before = okx.attempts;
    okx.refuse();
    await heard("source_lost", OKX);
    const startedMs = performance.now();
    await until("some tries were made", () => okx.attempts >= before + 6);
    // Without a back-off six tries take a few milliseconds.
    expect(performance.now() - startedMs).toBeGreaterThan(200);
    expect(
      feed.events.filter(({ event, source }) => event === "source_lost" && source === OKX),
    ).toHaveLength(1);
    okx.accept();
    await untilPrice(4002, [BYBIT, OKX]);
  });

  it("goes by the time of receipt when an exchange's clock runs backwards", async () => {
    okx.clockOffsetMs = -3_600_000;
    quoteBoth(4003);
    await untilPrice(4003, [BYBIT, OKX]);
    okx.clockOffsetMs = -7_200_000;
    quoteBoth(4004);
    await untilPrice(4004, [BYBIT, OKX]);
    okx.clockOffsetMs = 0;
  });

  it("holds a jump of one source back until a second tick shows it", async () => {
    okx.frozen = true;
    await untilPrice(4004, [BYBIT]);
    const { seq } = await newest();
    bybit.quote("XAUT/USDT", "4031.50", "4032.50");
    await heard("index_withheld_jump");
    await untilPrice(4032, [BYBIT]);
    const prices = (await readTicks()).filter((t) => Number(t.seq) > seq).map((t) => t.price_e8);
    // Withheld once, then shown: never anything between the old price and the new one.
    for (const price of prices) expect(["400400000000", "403200000000"]).toContain(price);
    expect(prices).toContain("403200000000");
    quoteBoth(4004);
    okx.frozen = false;
    await untilPrice(4004, [BYBIT, OKX]);
  });

  it("says that a price is contested while one exchange has moved alone, and that a wide quote is none", async () => {
    const isContested = async () => {
      const [head] = await testDatabase().query<{ contested: boolean }>(
        "SELECT contested FROM market_head",
      );
      return head?.contested;
    };
    // Until the exchanges have stood as they are for some seconds, a change between them may be one of before.
    await until("the price is settled", async () => (await isContested()) === false, 15_000);
    okx.quote("XAUT/USDT", "4007.50", "4008.50");
    await untilPrice(4006, [BYBIT, OKX]);
    expect(await isContested()).toBe(true);
    bybit.quote("XAUT/USDT", "4007.50", "4008.50");
    await untilPrice(4008, [BYBIT, OKX]);
    expect(await isContested()).toBe(false);
    okx.quote("XAUT/USDT", "2004.00", "6012.00");
    await untilPrice(4008, [BYBIT]);
    quoteBoth(4004);
    await untilPrice(4004, [BYBIT, OKX]);
  });

  it("pauses while one exchange alone shows a price too far away, until both agree", async () => {
    const state = async () => {
      const [head] = await testDatabase().query<{ reason: string | null; contested: boolean }>(
        "SELECT pause_reason AS reason, contested FROM market_head",
      );
      return head;
    };
    await until("a price is accepted", async () => (await state())?.contested === false, 15_000);
    okx.frozen = true;
    await untilPrice(4004, [BYBIT]);
    await until(
      "a price of one is accepted",
      async () => (await state())?.contested === false,
      15_000,
    );
    bybit.quote("XAUT/USDT", "4203.50", "4204.50");
    await heard("price_paused");
    await untilPrice(4204, [BYBIT]);
    expect(await state()).toEqual({ reason: "minute", contested: true });
    quoteBoth(4004);
    okx.frozen = false;
    await untilPrice(4004, [BYBIT, OKX]);
    await until("trading goes on", async () => (await state())?.reason === null, 15_000);
    await heard("price_resumed");
  });

  it("records nothing while no source is fresh, and fills the gap afterwards", async () => {
    okx.refuse();
    bybit.refuse();
    await heard("index_withheld_no_source");
    const { seq } = await newest();
    // The feed counts from the moment it hears of a tick, a little after the tick's own time.
    await until("the gap is one to fill", async () => {
      const [last] = await testDatabase().query<{ age_ms: number }>(
        "SELECT extract(epoch FROM clock_timestamp() - max(at))::float8 * 1000 AS age_ms FROM market_tick",
      );
      return Number(last?.age_ms) > GAP_MS + 200;
    });
    expect((await newest()).seq).toBe(seq);
    // Lower than any tick was.
    okx.candles = bybit.candles = (symbol, width) =>
      pastCandles(symbol, width).map(([time, open, high, , close, volume]) => [
        time,
        open,
        high,
        "3880",
        close,
        volume,
      ]);
    okx.accept();
    bybit.accept();
    await heard("back_filled");
    // The minute may have turned since.
    const lows = (await listCandles("1m", 3)).map(({ lowE8 }) => lowE8);
    expect(lows).toContain(388_000_000_000n);
    okx.candles = bybit.candles = pastCandles;
    // Each price was known as soon as its newest quote came, which was before it was computed and recorded.
    const rows = await testDatabase().query<{ gapless: boolean; known: boolean }>(
      `SELECT max(seq) = count(*) AS gapless, bool_and(known_at < at AND known_at > at - interval '7 seconds') IS TRUE
         AND count(known_at) = count(*) AS known FROM market_tick`,
    );
    expect(rows).toEqual([{ gapless: true, known: true }]);
  });
});

describe("a source that isn't there", () => {
  it("is dropped with an alert while the others go on", async () => {
    await feed.stop();
    const { config } = liveConfig({
      exchanges: [
        { exchange: "okx", symbol: "XAUT/USDT" },
        { exchange: "okx", symbol: "GONE/USDT" },
        { exchange: "nosuchexchange", symbol: "XAUT/USDT" },
      ],
    });
    feed = FeedProcess.start(config);
    await heard("source_gone", "okx:GONE/USDT");
    await heard("source_gone", "nosuchexchange:XAUT/USDT");
    await untilPrice(4004, [OKX]);
    expect((await feed.status()).sources.map(({ state }) => state)).toEqual([
      "live",
      "gone",
      "gone",
    ]);
  });
});
