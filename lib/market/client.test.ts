import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { applyPriceTick, fetchCandles, marketKeys } from "./client";
import type { KlineResponse, PriceResponse, PriceTick } from "./schema";

const price: PriceResponse = {
  price: "4000.00",
  bid: "3999.50",
  ask: "4000.50",
  change24h: "0.10",
  price24hAgo: "3996.00",
  high24h: "4010.00",
  low24h: "3990.00",
  volume24h: "1.00000000",
  source: "live",
  sources: ["okx:XAUT/USDT"],
  simulated: false,
  stale: true,
  contested: false,
  at: "2026-11-23T10:00:00.000Z",
  seq: "9",
};

const minute = Date.parse("2026-11-23T10:00:00Z") / 1000;
const chart: KlineResponse = {
  symbol: "XAUTUSDT",
  interval: "1m",
  source: "live",
  simulated: false,
  stale: true,
  klines: [
    { time: minute - 60, open: "1", high: "1", low: "1", close: "1", volume: "0" },
    { time: minute, open: "4000", high: "4001", low: "3999", close: "4000", volume: "2" },
  ],
};

const tick: PriceTick = {
  seq: "10",
  at: "2026-11-23T10:00:07.000Z",
  price: "4010.5",
  bid: "4010.00",
  ask: "4011.00",
  sourceCount: 2,
  source: "live",
  simulated: false,
  contested: false,
};

function cached(...ticks: PriceTick[]) {
  const client = new QueryClient();
  const key = marketKeys.candles({ interval: "1m", limit: 2 });
  client.setQueryData(marketKeys.price(), price);
  client.setQueryData(key, chart);
  for (const each of ticks) applyPriceTick(client, each);
  return {
    price: client.getQueryData<PriceResponse>(marketKeys.price()),
    klines: client.getQueryData<KlineResponse>(key)?.klines,
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it("gives up a price that never comes, for a poll joins a fetch that is under way", async () => {
  const late = new AbortController();
  jest.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  globalThis.fetch = ((_: string, { signal }: RequestInit) =>
    new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    })) as typeof fetch;
  const asked = fetchCandles({ interval: "1m", limit: 2 });
  late.abort(new Error("too late"));
  await expect(asked).rejects.toThrow("too late");
  expect(AbortSignal.timeout).toHaveBeenCalledWith(30_000);
});

describe("a pushed tick", () => {
  it("becomes the current price and widens the day's range", () => {
    expect(cached(tick).price).toEqual({
      ...price,
      ...{ price: "4010.5", bid: "4010.00", ask: "4011.00", change24h: "0.36", high24h: "4010.5" },
      ...{ stale: false, at: tick.at, seq: "10" },
    });
  });

  it("says how far it is from the price of a day ago", () => {
    expect(cached({ ...tick, price: "3990.00" }).price?.change24h).toBe("-0.15");
  });

  it("that is told again while a jump is withheld says that the price is contested, until the next", () => {
    const contested = { ...tick, contested: true };
    expect(cached(tick, contested).price).toMatchObject({ seq: "10", contested: true });
    expect(cached(tick, contested, tick).price).toMatchObject({ contested: true });
    const next = { ...tick, seq: "11" };
    expect(cached(contested, next).price).toMatchObject({ seq: "11", contested: false });
    expect(cached(next, contested).price).toMatchObject({ seq: "11", contested: false });
  });

  it("of another kind is joined to nothing: it stands alone until both are fetched anew", async () => {
    const simulated = { source: "simulated", simulated: true } as const;
    const client = new QueryClient();
    const key = marketKeys.candles({ interval: "1m", limit: 2 });
    const fetched = jest.fn(async () => ({ ...chart, klines: chart.klines.slice(1) }));
    client.setQueryData(marketKeys.price(), { ...price, ...simulated });
    const observer = new QueryObserver(client, {
      queryKey: key,
      queryFn: fetched,
      initialData: { ...chart, ...simulated },
      staleTime: Number.POSITIVE_INFINITY,
    });
    const end = observer.subscribe(() => undefined);
    applyPriceTick(client, tick);
    expect(client.getQueryData(marketKeys.price())).toEqual({
      ...{ price: "4010.5", bid: "4010.00", ask: "4011.00", stale: false, at: tick.at, seq: "10" },
      ...{ change24h: null, price24hAgo: null, high24h: "4010.5", low24h: "4010.5" },
      ...{ volume24h: "0", source: "live", sources: [], simulated: false, contested: false },
    });
    expect(client.getQueryState(marketKeys.price())?.isInvalidated).toBe(true);
    // What another connection still hands on of the other kind.
    applyPriceTick(client, { ...tick, ...simulated, seq: "9" });
    await jest.advanceTimersByTimeAsync(0);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(client.getQueryData(key)).toEqual({ ...chart, klines: chart.klines.slice(1) });
    end();
  });

  it("that is late changes nothing", () => {
    expect(cached({ ...tick, seq: "9" }).price).toEqual(price);
    expect(cached({ ...tick, at: "2026-11-23T09:59:59.000Z" }).klines).toEqual(chart.klines);
  });

  it("grows the running candle", () => {
    expect(cached(tick).klines?.[1]).toEqual({
      ...chart.klines[1],
      high: "4010.5",
      close: "4010.5",
    });
  });

  it("begins the next candle and keeps the chart's length", () => {
    const klines = cached({ ...tick, at: "2026-11-23T10:01:00.000Z" }).klines;
    expect(klines).toHaveLength(2);
    expect(klines?.[1]).toMatchObject({ time: minute + 60, open: "4010.5", close: "4010.5" });
  });

  it("does nothing where nothing is shown", () => {
    const client = new QueryClient();
    applyPriceTick(client, tick);
    expect(client.getQueryData(marketKeys.price())).toBeUndefined();
  });
});
