import { type QueryClient, useQuery } from "@tanstack/react-query";
import { patience } from "@/lib/platform/client/api";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { bucketStartMs, type CandleInterval } from "./candle-rules";
import { changePercent, parseE8 } from "./rules";
import type { Kline, KlineResponse, PriceResponse, PriceTick } from "./schema";

export type CandleQuery = { interval: CandleInterval; limit: number };

const DEFAULT_LIMIT = 300;

export const marketKeys = {
  all: ["market"] as const,
  price: () => ["market", "price"] as const,
  allCandles: () => ["market", "candles"] as const,
  candles: (query: CandleQuery) => ["market", "candles", query.interval, query.limit] as const,
};

async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  // Polls join a fetch that is under way, so one without an answer would be the last.
  const response = await fetch(path, { signal: patience(signal), cache: "no-store" });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

/**
 * A price as this browser knows it. `receivedAtMs`: when it was answered, by the device's clock; a page that was made
 * with it, and a pushed tick, have none.
 */
type KnownPrice = PriceResponse & { receivedAtMs?: number };

async function fetchPrice(signal?: AbortSignal): Promise<KnownPrice> {
  const price = await getJson<PriceResponse>("/api/xaut/price", signal);
  return { ...price, receivedAtMs: Date.now() };
}

/** Candles, oldest first; `before` (epoch seconds) pages back. */
export function fetchCandles(
  query: CandleQuery & { before?: number },
  signal?: AbortSignal,
): Promise<KlineResponse> {
  const params = new URLSearchParams({ interval: query.interval, limit: String(query.limit) });
  if (query.before !== undefined) params.set("before", String(query.before));
  return getJson(`/api/xaut/kline?${params}`, signal);
}

type LiveOptions = {
  /** Without a socket nothing is pushed, so ask often. */
  poll?: boolean;
};

/** The current price. The socket's `price` events reach it through `applyPriceTick`. */
export function usePrice({ poll = false }: LiveOptions = {}) {
  return useQuery<KnownPrice>({
    queryKey: marketKeys.price(),
    queryFn: ({ signal }) => fetchPrice(signal),
    // The 24-hour figures and a stalled market are not pushed.
    refetchInterval: poll ? 2_000 : 15_000,
    staleTime: 1_000,
  });
}

/** Candles of one interval up to now, kept current by `applyPriceTick`. */
export function useCandles(
  interval: CandleInterval,
  { limit = DEFAULT_LIMIT, poll = false }: LiveOptions & { limit?: number } = {},
) {
  const query = { interval, limit };
  return useQuery({
    queryKey: marketKeys.candles(query),
    queryFn: ({ signal }) => fetchCandles(query, signal),
    refetchInterval: poll ? 5_000 : 60_000,
    staleTime: 5_000,
  });
}

const higher = (a: string, b: string) => (compareDecimal(a, b) >= 0 ? a : b);
const lower = (a: string, b: string) => (compareDecimal(a, b) <= 0 ? a : b);

/**
 * Puts a pushed tick into the cached price and into the running candle of every cached chart. What real, simulated and
 * replayed prices made is never joined: the first tick of another kind makes both be fetched anew.
 */
export function applyPriceTick(queryClient: QueryClient, tick: PriceTick): void {
  const known = queryClient.getQueryData<KnownPrice>(marketKeys.price());
  if (!isLate(known, tick)) {
    queryClient.setQueryData<KnownPrice>(marketKeys.price(), (old) => old && withTick(old, tick));
    if (isOfOtherKind(known, tick)) {
      void queryClient.invalidateQueries({ queryKey: marketKeys.price() });
    }
    void queryClient.resetQueries({
      queryKey: marketKeys.allCandles(),
      predicate: ({ state }) => isOfOtherKind(state.data as KlineResponse | undefined, tick),
    });
  }
  queryClient.setQueriesData<KlineResponse>(
    { queryKey: marketKeys.allCandles() },
    (old) => old && withCandleTick(old, tick),
  );
}

/** Ticks of two connections, or an answer that was on its way, may arrive out of order. */
function isLate(known: PriceResponse | undefined, tick: PriceTick): boolean {
  if (known?.seq == null) return false;
  // While a jump is withheld no tick follows: the newest one is told again, as contested.
  const isContestedNow = tick.contested && !known.contested;
  return BigInt(known.seq) >= BigInt(tick.seq) + (isContestedNow ? 1n : 0n);
}

/** An answer of before the first tick is of no kind. */
function isOfOtherKind(known: Pick<PriceResponse, "source"> | undefined, tick: PriceTick): boolean {
  return known?.source != null && known.source !== tick.source;
}

const UNKNOWN_DAY = { high24h: null, low24h: null, price24hAgo: null, volume24h: "0", sources: [] };

function withTick(known: KnownPrice, tick: PriceTick): KnownPrice {
  const old = isOfOtherKind(known, tick) ? { ...known, ...UNKNOWN_DAY } : known;
  return {
    ...old,
    price: tick.price,
    bid: tick.bid,
    ask: tick.ask,
    change24h: changePercent(parseE8(tick.price) ?? 0n, parseE8(old.price24hAgo ?? "")),
    high24h: old.high24h === null ? tick.price : higher(old.high24h, tick.price),
    low24h: old.low24h === null ? tick.price : lower(old.low24h, tick.price),
    source: tick.source,
    simulated: tick.simulated,
    stale: false,
    contested: tick.contested,
    at: tick.at,
    seq: tick.seq,
    receivedAtMs: undefined,
  };
}

function withCandleTick(old: KlineResponse, tick: PriceTick): KlineResponse {
  if (isOfOtherKind(old, tick)) return old;
  const time = bucketStartMs(Date.parse(tick.at), old.interval) / 1000;
  const last = old.klines.at(-1);
  if (last !== undefined && time < last.time) return old;
  const state = {
    ...old,
    source: tick.source,
    simulated: old.simulated || tick.simulated,
    stale: false,
  };
  if (last === undefined || time > last.time) {
    const { price } = tick;
    const begun: Kline = { time, open: price, high: price, low: price, close: price, volume: "0" };
    return { ...state, klines: [...old.klines.slice(last === undefined ? 0 : 1), begun] };
  }
  const grown: Kline = {
    ...last,
    high: higher(last.high, tick.price),
    low: lower(last.low, tick.price),
    close: tick.price,
  };
  return { ...state, klines: [...old.klines.slice(0, -1), grown] };
}
