import { GET as getKline, POST as postKline } from "@/app/api/xaut/kline/route";
import { GET as getPrice } from "@/app/api/xaut/price/route";
import { type MarketFeed, startMarketFeed } from "@/lib/market/feed";
import { until } from "@/tests/support/poll";
import { feedConfig, readTicks } from "./support";

const context = { params: Promise.resolve({}) };
const kline = (query: string) =>
  getKline(new Request(`http://localhost/api/xaut/kline${query}`), context);
const price = () => getPrice(new Request("http://localhost/api/xaut/price"), context);

let feed: MarketFeed;

describe("before the first tick", () => {
  it("price and chart are empty and stale", async () => {
    expect(await (await price()).json()).toMatchObject({
      success: true,
      price: null,
      simulated: false,
      stale: true,
    });
    const chart = await (await kline("")).json();
    expect(chart).toMatchObject({ interval: "5m", stale: true, source: null, klines: [] });
  });
});

describe("with a running feed", () => {
  beforeAll(async () => {
    feed = await startMarketFeed(feedConfig().config);
    await until("ticks are recorded", async () => (await readTicks()).length > 2);
  });
  afterAll(() => feed.stop());

  it.each([
    ["", "5m"],
    ["?interval=1", "1m"],
    ["?interval=240", "4h"],
    ["?interval=D", "1d"],
    ["?interval=W", "1w"],
    ["?interval=30m", "30m"],
  ])("answers %s with the %s chart", async (query, interval) => {
    const response = await kline(query);
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(body).toMatchObject({
      success: true,
      symbol: "XAUTUSDT",
      interval,
      source: "simulated",
      simulated: true,
      stale: false,
    });
    expect(body.klines).toHaveLength(300);
    const times: number[] = body.klines.map((candle: { time: number }) => candle.time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(body.klines[0].open).toMatch(/^\d+\.\d{2,8}$/);
  });

  it("limits and pages", async () => {
    const newest = await (await kline("?interval=1h&limit=3")).json();
    expect(newest.klines).toHaveLength(3);
    const before = newest.klines[0].time;
    const older = await (await kline(`?interval=1h&limit=2&before=${before}`)).json();
    expect(older.klines.at(-1).time).toBe(before - 3600);
  });

  it("takes an empty `before` as no bound", async () => {
    const { klines } = await (await kline("?interval=5&limit=300&before=")).json();
    expect(klines).toHaveLength(300);
    expect(klines.at(-1).time).toBeGreaterThan(Date.now() / 1000 - 600);
  });

  it.each([
    "?interval=2",
    "?interval=1M",
    "?limit=0",
    "?limit=1001",
    "?limit=x",
    "?before=soon",
    "?before=-1",
    "?before=1e300",
    "?interval=",
  ])("refuses %s", async (query) => {
    const response = await kline(query);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ success: false, code: "VALIDATION" });
  });

  it("says what is wrong with a time in milliseconds", async () => {
    const { errors } = await (await kline("?before=1767225600000")).json();
    expect(errors.before[0]).toMatch(/^Please enter seconds since 1970/);
  });

  it("refuses other methods with 405", async () => {
    const response = await postKline(new Request("http://localhost/api/xaut/kline"), context);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
  });

  it("tells the price with the last 24 hours", async () => {
    const body = await (await price()).json();
    expect(body).toMatchObject({ source: "simulated", sources: ["simulated"], simulated: true });
    expect(Number(body.bid)).toBeLessThan(Number(body.price));
    expect(Number(body.ask)).toBeGreaterThan(Number(body.price));
    expect(Date.now() - Date.parse(body.at)).toBeLessThan(60_000);
  });
});
