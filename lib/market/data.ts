import type { PendingQuery, Row } from "postgres";
import { reading, sql } from "@/lib/platform/db";
import { E8_ONE } from "@/lib/platform/money";
import { sharedRead } from "@/lib/platform/shared-read";
import type { CandleInterval } from "./candle-rules";
import { STALE_AFTER_MS } from "./rules";
import type { MarketSource } from "./schema";

/** The newest index tick. Prices in 10^-8. */
export type MarketHead = {
  seq: bigint;
  at: Date;
  priceE8: bigint;
  bidE8: bigint;
  askE8: bigint;
  sources: string[];
  sourceCount: number;
  source: MarketSource;
  simulated: boolean;
  /** Nothing is entered, filled or accepted until the next tick. */
  contested: boolean;
  ageMs: number;
  /** Older than 10 seconds: trading has stopped. */
  stale: boolean;
};

type HeadRow = {
  seq: bigint;
  at: Date;
  price_e8: bigint;
  bid_e8: bigint;
  ask_e8: bigint;
  sources: { source?: string }[];
  source_count: number;
  simulated: boolean;
  contested: boolean;
  age_ms: number;
};

const sourceOf = (names: string[]): MarketSource =>
  names[0] === "simulated" || names[0] === "replay" ? names[0] : "live";

/** The newest index tick with its age by the database clock; null before the first tick ever. */
export const getMarketHead = sharedRead(async (): Promise<MarketHead | null> => {
  const [row] = await sql<HeadRow[]>`
    SELECT seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated, contested,
      (extract(epoch FROM app_now() - at) * 1000)::float8 AS age_ms
    FROM market_head`;
  return row === undefined ? null : headOf(row);
});

/** What the newest index tick was at a moment, to the millisecond; null before the first tick ever. */
export async function getTickAt(
  at: Date,
): Promise<Pick<MarketHead, "bidE8" | "askE8" | "simulated"> | null> {
  const [row] = await sql<Pick<MarketHead, "bidE8" | "askE8" | "simulated">[]>`
    SELECT bid_e8 AS "bidE8", ask_e8 AS "askE8", simulated FROM market_tick
    WHERE at < ${at}::timestamptz + interval '1 millisecond' ORDER BY at DESC, seq DESC LIMIT 1`;
  return row ?? null;
}

function headOf(row: HeadRow): MarketHead {
  const sources = row.sources.flatMap(({ source }) => (source === undefined ? [] : [source]));
  const ageMs = Math.max(0, Math.round(row.age_ms));
  return {
    seq: row.seq,
    at: row.at,
    priceE8: row.price_e8,
    bidE8: row.bid_e8,
    askE8: row.ask_e8,
    sources,
    sourceCount: row.source_count,
    source: sourceOf(sources),
    simulated: row.simulated,
    contested: row.contested,
    ageMs,
    // After the clock was set back the newest tick lies in the future, and is no price of now either.
    stale: ageMs > STALE_AFTER_MS || row.age_ms < 0,
  };
}

export type CurrentPrice = {
  head: MarketHead | null;
  /** The price a day before the newest tick, or the earliest one since; null without history. */
  price24hAgoE8: bigint | null;
  high24hE8: bigint | null;
  low24hE8: bigint | null;
  /** In 10^-8 XAUT. */
  volume24hE8: bigint;
};

type DayRow = {
  open_e8: bigint | null;
  high_e8: bigint | null;
  low_e8: bigint | null;
  volume_e8: bigint | null;
};

/** What happened in the 24 hours before the newest tick, of prices as real, or simulated, as that one. */
const getDay = sharedRead(async (): Promise<DayRow | null> => {
  const [day] = await sql<DayRow[]>`
    SELECT (array_agg(open_e8 ORDER BY open_time))[1] AS open_e8, max(high_e8) AS high_e8,
      min(low_e8) AS low_e8, (sum(volume) * ${E8_ONE.toString()}::numeric)::bigint AS volume_e8
    FROM market_candle, market_head
    WHERE "interval" = '5m' AND open_time > at - interval '24 hours' AND open_time <= at
      AND market_candle.simulated = market_head.simulated`;
  return day ?? null;
});

/** The newest tick with what happened in the 24 hours before it. */
export async function getCurrentPrice(): Promise<CurrentPrice> {
  const [head, day] = await Promise.all([getMarketHead(), getDay()]);
  return {
    head,
    price24hAgoE8: day?.open_e8 ?? null,
    high24hE8: day?.high_e8 ?? null,
    low24hE8: day?.low_e8 ?? null,
    volume24hE8: day?.volume_e8 ?? 0n,
  };
}

export type CandleRow = {
  openTime: Date;
  openE8: bigint;
  highE8: bigint;
  lowE8: bigint;
  closeE8: bigint;
  /** Decimal XAUT. */
  volume: string;
  source: string;
  simulated: boolean;
  closed: boolean;
};

const FAR_FUTURE = new Date("9999-01-01T00:00:00Z");

/** The newest candles that match, oldest first. */
async function newestCandles(
  interval: CandleInterval,
  limit: number,
  condition: PendingQuery<Row[]>,
): Promise<CandleRow[]> {
  const rows = await reading.sql<CandleRow[]>`
    SELECT open_time AS "openTime", open_e8 AS "openE8", high_e8 AS "highE8", low_e8 AS "lowE8",
      close_e8 AS "closeE8", trim_scale(volume)::text AS volume, source, simulated, closed
    FROM market_candle WHERE "interval" = ${interval} AND ${condition}
    ORDER BY open_time DESC LIMIT ${limit}`;
  return [...rows].reverse();
}

/**
 * The newest `limit` (up to 1000) candles that open before `before`, oldest first. The last one is still running
 * unless `closed`.
 */
export function listCandles(
  interval: CandleInterval,
  limit: number,
  before: Date | null = null,
): Promise<CandleRow[]> {
  const bounded = Math.min(Math.max(limit, 1), 1000);
  return newestCandles(interval, bounded, reading.sql`open_time < ${before ?? FAR_FUTURE}`);
}

const MAX_CLOSED = 2_000;

/** The newest `limit` (up to 2000) final candles, oldest first; with `until`, those that open no later. */
export function listClosedCandles(
  interval: CandleInterval,
  limit: number,
  until: Date | null = null,
): Promise<CandleRow[]> {
  const bounded = Math.min(Math.max(limit, 1), MAX_CLOSED);
  return newestCandles(
    interval,
    bounded,
    reading.sql`closed AND open_time <= ${until ?? FAR_FUTURE}`,
  );
}

/** How many candles opened before a moment, counted up to `limit`. */
export async function countCandles(
  interval: CandleInterval,
  before: Date,
  limit: number,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM market_candle WHERE "interval" = ${interval} AND open_time < ${before} LIMIT ${limit}
    ) AS counted`;
  return row?.count ?? 0;
}

/** The chart's candles with the newest tick, whose state the answer shows; `before` in epoch seconds. */
export function getKlines(query: {
  interval: CandleInterval;
  limit: number;
  before?: number;
}): Promise<[CandleRow[], MarketHead | null]> {
  const before = query.before === undefined ? null : new Date(query.before * 1000);
  return Promise.all([listCandles(query.interval, query.limit, before), getMarketHead()]);
}

export type UsdtRate = { rateE8: bigint; at: Date; source: string; simulated: boolean };

/** How old a rate may be before it is no rate: it is polled every 15 seconds. */
const RATE_VALID_SECONDS = 60;

/**
 * What one unit of a deposit currency is worth in USDT, in 10^-8. USDT itself is always 1. Null when no exchange
 * has told a rate within the last minute, and for currencies that are no deposit currency.
 */
export async function getUsdtRate(currency: string): Promise<UsdtRate | null> {
  if (currency === "USDT") {
    return { rateE8: E8_ONE, at: new Date(), source: "fixed", simulated: false };
  }
  const [row] = await sql<UsdtRate[]>`
    SELECT rate_e8 AS "rateE8", at, source, simulated FROM market_rate
    WHERE currency = ${currency} AND at > app_now() - make_interval(secs => ${RATE_VALID_SECONDS})`;
  return row ?? null;
}

/** Why trading at live prices is paused, and since when; null while it isn't. */
export async function getPause(): Promise<{ reason: string; at: Date } | null> {
  const [row] = await sql<{ reason: string; at: Date }[]>`
    SELECT pause_reason AS reason, paused_at AS at FROM market_head WHERE pause_reason IS NOT NULL`;
  return row ?? null;
}
