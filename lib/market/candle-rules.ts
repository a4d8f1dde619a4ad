/** Chart intervals, shortest first. */
export const candleIntervals = ["1m", "5m", "15m", "30m", "1h", "4h", "1d", "1w"] as const;
export type CandleInterval = (typeof candleIntervals)[number];

const MINUTE_MS = 60_000;
const widths: Record<CandleInterval, number> = {
  "1m": MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": 60 * MINUTE_MS,
  "4h": 240 * MINUTE_MS,
  "1d": 1440 * MINUTE_MS,
  "1w": 10_080 * MINUTE_MS,
};

/** The first Monday of the epoch, so that weeks start on Monday 00:00 UTC. */
const ORIGIN_MS = 4 * widths["1d"];

const spellings: Record<string, CandleInterval> = {
  "1": "1m",
  "5": "5m",
  "15": "15m",
  "30": "30m",
  "60": "1h",
  "240": "4h",
  D: "1d",
  W: "1w",
};

/** A candle's length in milliseconds. */
export function intervalMs(interval: CandleInterval): number {
  return widths[interval];
}

/** Reads both spellings of the API (`5`, `D`, and `5m`, `1d`); null for anything else. */
export function parseInterval(text: string): CandleInterval | null {
  if ((candleIntervals as readonly string[]).includes(text)) return text as CandleInterval;
  return Object.hasOwn(spellings, text) ? spellings[text]! : null;
}

/** The opening time, in epoch milliseconds, of the candle that holds `timeMs`. */
export function bucketStartMs(timeMs: number, interval: CandleInterval): number {
  const width = widths[interval];
  return ORIGIN_MS + Math.floor((timeMs - ORIGIN_MS) / width) * width;
}

/** Prices in 10^-8, volume in 10^-8 of the base unit. */
export type Candle = {
  openTimeMs: number;
  openE8: bigint;
  highE8: bigint;
  lowE8: bigint;
  closeE8: bigint;
  volumeE8: bigint;
};

const max = (a: bigint, b: bigint) => (a > b ? a : b);
const min = (a: bigint, b: bigint) => (a < b ? a : b);

/** The first candle followed by a later one of the same bucket. */
function joinCandles(first: Candle, next: Candle): Candle {
  return {
    openTimeMs: first.openTimeMs,
    openE8: first.openE8,
    highE8: max(first.highE8, next.highE8),
    lowE8: min(first.lowE8, next.lowE8),
    closeE8: next.closeE8,
    volumeE8: first.volumeE8 + next.volumeE8,
  };
}

/** Builds candles of a longer interval from shorter ones (oldest first). Buckets without input are left out. */
export function aggregateCandles(candles: readonly Candle[], interval: CandleInterval): Candle[] {
  const result: Candle[] = [];
  for (const candle of candles) {
    const openTimeMs = bucketStartMs(candle.openTimeMs, interval);
    const last = result.at(-1);
    if (last?.openTimeMs === openTimeMs) {
      result[result.length - 1] = joinCandles(last, candle);
    } else {
      result.push({ ...candle, openTimeMs });
    }
  }
  return result;
}

/**
 * What of a candle lies inside a stretch that it overlaps in part: the prices of those minutes that do, or the last
 * one before where nobody traded, with the candle's volume. The candle itself when it lies wholly inside or outside,
 * or the minutes (oldest first) don't reach back far enough.
 */
export function partInGap(
  candle: Candle,
  interval: CandleInterval,
  minutes: readonly Candle[],
  gap: { fromMs: number; toMs: number },
): Candle {
  const endMs = candle.openTimeMs + widths[interval];
  const fromMs = Math.max(candle.openTimeMs, gap.fromMs);
  const toMs = Math.min(endMs, gap.toMs);
  const isWhole = fromMs === candle.openTimeMs && toMs === endMs;
  const known = minutes.filter(({ openTimeMs }) => openTimeMs < toMs);
  const [first, last] = [known[0], known.at(-1)];
  if (isWhole || fromMs >= toMs || !first || !last || first.openTimeMs > fromMs) return candle;
  const inside = known.filter(({ openTimeMs }) => openTimeMs + MINUTE_MS > fromMs);
  const [part] = aggregateCandles(inside, interval);
  const { openTimeMs, volumeE8 } = candle;
  return part ? { ...part, volumeE8 } : candleOfPrice(openTimeMs, last.closeE8, volumeE8);
}

/** A price at a moment as a candle of its own. */
export function candleOfPrice(openTimeMs: number, priceE8: bigint, volumeE8 = 0n): Candle {
  return {
    openTimeMs,
    openE8: priceE8,
    highE8: priceE8,
    lowE8: priceE8,
    closeE8: priceE8,
    volumeE8,
  };
}

/** Whether a candle can be stored: positive, with open and close within low and high. */
export function isSoundCandle(candle: Candle): boolean {
  return (
    candle.lowE8 > 0n &&
    candle.volumeE8 >= 0n &&
    candle.lowE8 <= min(candle.openE8, candle.closeE8) &&
    candle.highE8 >= max(candle.openE8, candle.closeE8)
  );
}
