import type { MarketConfig } from "@/lib/market/feed";
import { feedConfig, readTicks } from "@/tests/integration/market/support";
import { testDatabase } from "@/tests/support/database";
import { ExchangeServer } from "@/tests/support/exchange/exchange-server";
import { FeedProcess } from "@/tests/support/exchange/feed-process";
import { replayFileOfPrices } from "@/tests/support/exchange/replay-files";
import { until } from "@/tests/support/poll";

const running: FeedProcess[] = [];

function start(changes: Partial<MarketConfig>): FeedProcess {
  const feed = FeedProcess.start(feedConfig(changes).config);
  running.push(feed);
  return feed;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((feed) => feed.stop()));
}, 30_000);

async function untilLeading(feed: FeedProcess) {
  await until("the feed leads", async () => (await feed.status()).leading);
}

const tickCount = async () => (await readTicks()).length;

async function untilRecording() {
  const before = await tickCount();
  // The dead leader's last tick may still have been on its way.
  await until("ticks are recorded again", async () => (await tickCount()) > before + 2);
}

const newestSeq = async () => (await readTicks()).at(-1)?.seq;

/** Waits until ticks are recorded again and returns the longest pause since that one, by their own times. */
async function pauseMs(sinceSeq: string | undefined): Promise<number | undefined> {
  await untilRecording();
  const [row] = await testDatabase().query<{ ms: number }>(
    `SELECT (max(extract(epoch FROM pause)) * 1000)::float8 AS ms
     FROM (SELECT at - lag(at) OVER (ORDER BY seq) AS pause FROM market_tick WHERE seq >= $1) AS t`,
    [sinceSeq],
  );
  return row?.ms;
}

async function assertUnbroken() {
  const [row] = await testDatabase().query(
    `SELECT max(seq) = count(*) AS gapless, bool_and(later) AS ordered
     FROM (SELECT seq, coalesce(at > lag(at) OVER (ORDER BY seq), true) AS later FROM market_tick) AS t`,
  );
  expect(row).toEqual({ gapless: true, ordered: true });
}

describe("two feeds on one database", () => {
  it("record through one of them, and the other takes over within 3 s of its death", async () => {
    const first = start({ mode: "simulated", tickMs: 50 });
    await untilLeading(first);
    const second = start({ mode: "simulated", tickMs: 50 });
    await second.heard("standing_by");
    await until("ticks flow", async () => (await tickCount()) > 10);
    expect((await second.status()).leading).toBe(false);

    const last = await newestSeq();
    first.signal("SIGKILL");
    expect(await pauseMs(last)).toBeLessThan(3_000);
    expect((await second.status()).leading).toBe(true);
    await assertUnbroken();
  });

  it("replaces a leader that hangs, which finds itself deposed when it wakes up", async () => {
    const first = start({ mode: "simulated", tickMs: 50 });
    await untilLeading(first);
    const second = start({ mode: "simulated", tickMs: 50 });
    await second.heard("standing_by");

    const last = await newestSeq();
    first.signal("SIGSTOP");
    expect(await pauseMs(last)).toBeLessThan(3_500);
    first.signal("SIGCONT");
    await first.heard("leader_ended");
    expect((await first.status()).leading).toBe(false);
    expect((await second.status()).leading).toBe(true);
    await assertUnbroken();
  });

  it("survive the end of their database connections", async () => {
    const feed = start({ mode: "simulated", tickMs: 50 });
    await untilLeading(feed);
    await testDatabase().query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'market-leader'",
    );
    await feed.heard("leader_ended");
    await untilRecording();
    await assertUnbroken();
  });

  it("go on with a replay where the dead leader stopped", async () => {
    const prices = Array.from({ length: 400 }, (_, index) => String(1000 + index));
    const file = replayFileOfPrices(prices, 50);
    const replay = { file, speed: 1, loop: false };
    const from = await tickCount();
    const first = start({ mode: "replay", replay, tickMs: 50 });
    await untilLeading(first);
    const second = start({ mode: "replay", replay, tickMs: 50 });
    await second.heard("standing_by");
    first.signal("SIGKILL");
    await untilRecording();
    await until("some were played", async () => (await tickCount()) > from + 40);
    const played = (await readTicks()).slice(from).map((tick) => Number(tick.price_e8) / 1e8);
    expect(played).toEqual(played.map((_, index) => 1000 + index));
  });
});

async function simulatedCandles(): Promise<number> {
  const [row] = await testDatabase().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM market_candle WHERE simulated",
  );
  return row?.count ?? 0;
}

describe("mode auto", () => {
  let okx: ExchangeServer;
  let changes: Partial<MarketConfig>;
  beforeAll(async () => {
    okx = await ExchangeServer.start("okx");
    okx.quote("XAUT/USDT", "4120.00", "4121.00");
    okx.refuse();
    changes = {
      mode: "auto",
      tickMs: 50,
      exchanges: [{ exchange: "okx", symbol: "XAUT/USDT" }],
      exchangeUrls: { okx: okx.urls },
      timings: {
        startupMs: 300,
        backoffMinMs: 50,
        backoffMaxMs: 200,
        freshMs: 600,
        watchdogMs: 700,
      },
    };
  });
  afterAll(() => okx.stop());

  const withStartup = (startupMs: number) => ({
    ...changes,
    timings: { ...changes.timings, startupMs },
  });
  const simulates = ({ events }: FeedProcess) => events.some(({ event }) => event === "simulating");

  it("waits for the exchanges where the leader of a start died before it recorded", async () => {
    const before = start(changes);
    await before.heard("simulating");
    await untilRecording();
    await before.stop();
    await testDatabase().query("UPDATE market_head SET at = at - interval '1 minute'");

    const first = start(withStartup(60_000));
    await untilLeading(first);
    const next = start(withStartup(60_000));
    await next.heard("standing_by");
    const count = await tickCount();
    first.signal("SIGKILL");
    await untilLeading(next);
    await next.heard("source_lost");
    expect(await tickCount()).toBe(count);
    expect(simulates(first) || simulates(next)).toBe(false);
    await next.stop();
  });

  it("simulates until an exchange answers, whoever leads, then stays live", async () => {
    let feed = start(changes);
    await feed.heard("simulating");
    await untilRecording();
    expect((await readTicks()).at(-1)?.sources[0]?.source).toBe("simulated");
    expect((await feed.status()).feed).toBe("simulated");
    await feed.stop();
    expect(await simulatedCandles()).toBeGreaterThan(1_000);

    const first = start(changes);
    await first.heard("simulating");
    feed = start(withStartup(60_000));
    await feed.heard("standing_by");
    await untilRecording();
    const newest = await newestSeq();
    first.signal("SIGKILL");
    // The next leader goes on at once, without the wait of a market that starts.
    expect(await pauseMs(newest)).toBeLessThan(3_000);
    expect((await feed.status()).feed).toBe("simulated");
    okx.accept();
    await feed.heard("simulation_ended");
    const live = await until("a live tick is recorded", async () => {
      const tick = (await readTicks()).at(-1);
      return tick?.simulated === false ? tick : null;
    });
    expect(live.price_e8).toBe("412050000000");
    expect(await simulatedCandles()).toBe(0);

    // Neither the loss of the exchange nor a restart brings the simulation back.
    okx.refuse();
    await feed.heard("index_withheld_no_source");
    await feed.stop();
    const last = await tickCount();
    const restarted = start(changes);
    await restarted.heard("index_withheld_no_source");
    await restarted.heard("source_lost");
    expect(simulates(restarted)).toBe(false);
    expect(await tickCount()).toBe(last);
    await restarted.stop();
  });
});

describe("a source that was dropped", () => {
  const OKX = "okx:XAUT/USDT";
  const BYBIT = "bybit:XAUT/USDT";
  const NO_SOURCE = "index_withheld_no_source";
  const servers: ExchangeServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  it("stays so under the next leader, whatever else happens, until it has come back", async () => {
    const [okx, bybit] = [await ExchangeServer.start("okx"), await ExchangeServer.start("bybit")];
    servers.push(okx, bybit);
    const quote = (server: ExchangeServer, price: number) =>
      server.quote("XAUT/USDT", (price - 0.5).toFixed(2), (price + 0.5).toFixed(2));
    quote(okx, 4000);
    quote(bybit, 4000);
    const changes: Partial<MarketConfig> = {
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
        readmitAfterMs: 1_500,
        backoffMinMs: 50,
        backoffMaxMs: 200,
      },
    };
    const newest = async () => {
      const tick = (await readTicks()).at(-1);
      const names = (tick?.sources ?? []).map(({ source }) => source).sort();
      return `${Number(tick?.price_e8) / 1e8} ${names.join()}`;
    };
    const untilNewest = (text: string) => until(text, async () => (await newest()) === text);
    const withheldBy = (feed: FeedProcess) =>
      feed.events.map(({ event }) => event).filter((event) => event.startsWith("index_withheld"));
    /** Waits until the index was computed with that many quotes of a source. */
    const untilSeen = async (feed: FeedProcess, name: string, times: number) => {
      let [seen, lastAgeMs] = [0, Number.POSITIVE_INFINITY];
      await until(`${name} is seen`, async () => {
        const { sources } = await feed.status();
        const ageMs = sources.find(({ source }) => source === name)?.quoteAgeMs ?? null;
        // Only a newer quote is younger than the one before.
        if (ageMs !== null && ageMs < lastAgeMs) seen += 1;
        lastAgeMs = ageMs ?? lastAgeMs;
        return seen >= times;
      });
    };
    const areLive = async (feed: FeedProcess) =>
      (await feed.status()).sources.filter(({ state }) => state === "live").length === 2;

    const first = start(changes);
    await untilNewest(`4000 ${[BYBIT, OKX]}`);
    quote(bybit, 4100);
    await first.heard("outlier_dropped", BYBIT);
    await untilNewest(`4000 ${OKX}`);

    const second = start(changes);
    await second.heard("standing_by");
    const from = await tickCount();
    first.signal("SIGKILL");
    await until("the second leads with both", () => areLive(second));
    const both = await tickCount();
    await until("it records", async () => (await tickCount()) > both + 10);

    // Not even alone, nor after a new start. Every leader has no source when it begins.
    const begun = withheldBy(second).length;
    okx.refuse();
    await until("the second has none", () => withheldBy(second).slice(begun).includes(NO_SOURCE));
    await second.stop();
    const third = start(changes);
    await untilSeen(third, BYBIT, 5);
    expect(new Set(withheldBy(third))).toEqual(new Set([NO_SOURCE]));
    okx.accept();
    const alone = await tickCount();
    await until("it records again", async () => (await tickCount()) > alone + 10);
    const ticks = (await readTicks()).slice(from);
    expect(new Set(ticks.map(({ price_e8 }) => price_e8))).toEqual(new Set(["400000000000"]));
    expect(new Set(ticks.map(({ source_count }) => source_count))).toEqual(new Set([1]));

    quote(bybit, 4002);
    await third.heard("outlier_readmitted", BYBIT);
    await untilNewest(`4001 ${[BYBIT, OKX]}`);
  });
});
