import { compareDecimal, percentOf, subtractDecimal } from "@/lib/platform/ui/decimal";

/** One candle. Prices are decimal strings. */
export interface Candle {
  /** Opening time in epoch seconds. */
  time: number;
  open: string;
  high: string;
  low: string;
  close: string;
}

export interface CandleSummary {
  last: string;
  high: string;
  low: string;
  change: string;
  /** In percent; null when the first price is zero. */
  changePercent: string | null;
  sinceMs: number;
}

/** Last, highest, lowest and change over candles in time order; null without candles. */
export function summariseCandles(candles: readonly Candle[]): CandleSummary | null {
  const first = candles[0];
  const last = candles.at(-1);
  if (!first || !last) return null;
  let { high, low } = first;
  for (const candle of candles) {
    if (compareDecimal(candle.high, high) > 0) high = candle.high;
    if (compareDecimal(candle.low, low) < 0) low = candle.low;
  }
  const change = subtractDecimal(last.close, first.open);
  return {
    last: last.close,
    high,
    low,
    change,
    changePercent: percentOf(change, first.open),
    sinceMs: first.time * 1000,
  };
}

/** Candles with the live one put at the end, in the place of the one with the same time, or left out when older. */
export function withLive(candles: readonly Candle[], live: Candle | null): readonly Candle[] {
  const last = candles.at(-1);
  if (!live || (last && live.time < last.time)) return candles;
  return last && last.time === live.time ? [...candles.slice(0, -1), live] : [...candles, live];
}
