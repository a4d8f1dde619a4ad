import {
  aggregateCandles,
  bucketStartMs,
  type Candle,
  type CandleInterval,
  candleIntervals,
  candleOfPrice,
  intervalMs,
} from "@/lib/market/candle-rules";
import { DAY_MS } from "@/lib/platform/calendar";
import { gaussian } from "./random";

/** Where simulated prices return to: about what an ounce of gold costs. */
export const SIMULATED_MEAN = 4_000;

const DAILY_VOLATILITY = 0.009;
/** Share of the distance to the mean that a day takes back; keeps the price within some 4% of it. */
const DAILY_REVERSION = 0.025;

/**
 * The next price of a mean-reverting random walk. Floating point is fine here: the walk only invents a price,
 * which becomes an exact integer before it is recorded.
 */
export function nextSimulatedPrice(price: number, stepMs: number, random: () => number): number {
  const days = stepMs / DAY_MS;
  const pull = Math.log(SIMULATED_MEAN / price) * (1 - Math.exp(-DAILY_REVERSION * days));
  return price * Math.exp(pull + DAILY_VOLATILITY * Math.sqrt(days) * gaussian(random));
}

/** A simulated price in 10^-8 units, rounded to the cent. */
export function simulatedPriceE8(price: number): bigint {
  return BigInt(Math.round(price * 100)) * 1_000_000n;
}

/** `volumeE8` was traded since the point before. */
type Point = { timeMs: number; price: number; volumeE8: bigint };

/** The most that is traded in a minute, in 10^-8 of an ounce. */
const MINUTE_VOLUME_E8 = 60_000_000;

/** How far back each interval's chart reaches, and the step of the path up to there. */
const reach: Record<CandleInterval, { bars: number; stepMs: number }> = {
  "1m": { bars: 1_100, stepMs: 15_000 },
  "5m": { bars: 1_050, stepMs: 60_000 },
  "15m": { bars: 1_050, stepMs: 180_000 },
  "30m": { bars: 1_050, stepMs: 360_000 },
  "1h": { bars: 1_050, stepMs: 720_000 },
  "4h": { bars: 1_050, stepMs: 2_880_000 },
  "1d": { bars: 1_050, stepMs: 14_400_000 },
  "1w": { bars: 400, stepMs: DAY_MS },
};

/** Moments of the path, newest first: dense near the present, sparse long ago. */
function pathTimes(fromMs: number, toMs: number): number[] {
  const times: number[] = [];
  let timeMs = toMs;
  for (const interval of candleIntervals) {
    const oldestMs = Math.max(fromMs, toMs - reach[interval].bars * intervalMs(interval));
    for (; timeMs > oldestMs; timeMs -= reach[interval].stepMs) times.push(timeMs);
  }
  return times;
}

export type SimulatedHistory = {
  candles: Map<CandleInterval, Candle[]>;
  /** The price at the end. */
  lastPrice: number;
};

/**
 * Invents the candles of every interval from one path, so that the charts agree with each other, prices and volumes. With `fromMs`
 * null it is a full history that ends at `price`; otherwise it fills a gap that starts at `price`.
 */
export function simulateHistory(
  price: number,
  fromMs: number | null,
  toMs: number,
  random: () => number,
): SimulatedHistory {
  const times = pathTimes(fromMs ?? Number.NEGATIVE_INFINITY, toMs);
  if (fromMs !== null) times.reverse();
  let previousMs = fromMs ?? toMs;
  let current = price;
  const points = times.map((timeMs): Point => {
    const stepMs = Math.abs(timeMs - previousMs);
    current = nextSimulatedPrice(current, stepMs, random);
    previousMs = timeMs;
    const volumeE8 = BigInt(Math.round(random() * (stepMs / 60_000) * MINUTE_VOLUME_E8));
    return { timeMs, price: current, volumeE8 };
  });
  if (fromMs === null) {
    points.reverse();
    // The path was walked back from the present, so its newest point is the given price.
    points.push({ timeMs: toMs, price, volumeE8: 0n });
  }
  const candles = new Map<CandleInterval, Candle[]>();
  for (const interval of candleIntervals) {
    candles.set(interval, candlesOf(points, interval, fromMs, toMs));
  }
  return { candles, lastPrice: points.at(-1)?.price ?? price };
}

function candlesOf(
  points: Point[],
  interval: CandleInterval,
  fromMs: number | null,
  toMs: number,
): Candle[] {
  const width = intervalMs(interval);
  const oldestMs = toMs - reach[interval].bars * width;
  // Without a gap's start the oldest bucket would be cut off in its middle.
  const firstMs =
    fromMs !== null && fromMs > oldestMs ? fromMs : bucketStartMs(oldestMs, interval) + width;
  return aggregateCandles(
    points
      .filter((point) => point.timeMs >= firstMs)
      .map((point) => candleOfPrice(point.timeMs, simulatedPriceE8(point.price), point.volumeE8)),
    interval,
  );
}
