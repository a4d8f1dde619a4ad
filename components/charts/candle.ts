import { compareDecimal, percentOf, subtractDecimal } from "@/lib/platform/ui/decimal";

/** One candle. Prices are decimal strings. */
export interface Candle {
  /** Opening time in epoch seconds. */
  time: number;
  open: string;
  high: string;
  low: string;
  close: string;
  /** Traded amount, a decimal string, where it is known. */
  volume?: string;
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

/**
 * One candle over many, in time order; null without any. The summary of thousands is then made anew at every tick
 * from two.
 */
export function mergeCandles(candles: readonly Candle[]): Candle | null {
  const summary = summariseCandles(candles);
  const [first] = candles;
  if (!first || !summary) return null;
  const { high, low, last } = summary;
  return { time: first.time, open: first.open, high, low, close: last };
}

/** The place of the candle of this time, of candles in time order; -1 where there is none. */
export function indexOfTime(candles: readonly Candle[], time: number): number {
  let low = 0;
  let high = candles.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = candles[middle]?.time ?? time;
    if (at === time) return middle;
    if (at < time) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Candles with the live one put at the end, in the place of the one with the same time, or left out when older. */
export function withLive(candles: readonly Candle[], live: Candle | null): readonly Candle[] {
  const last = candles.at(-1);
  if (!live || (last && live.time < last.time)) return candles;
  return last && last.time === live.time ? [...candles.slice(0, -1), live] : [...candles, live];
}
