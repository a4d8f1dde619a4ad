import type { Candle } from "@/components/charts/candle";

/** A price with the time of its tick, as this page has heard them. For drawing only: floating point. */
export interface Tick {
  atMs: number;
  price: number;
}

/** The ticks as candles of a second each, for a chart. */
export function tickCandles(ticks: readonly Tick[]): Candle[] {
  const candles: Candle[] = [];
  for (const { atMs, price } of ticks) {
    const time = Math.floor(atMs / 1000);
    const last = candles.at(-1);
    const text = String(price);
    if (last?.time !== time) {
      candles.push({ time, open: text, high: text, low: text, close: text });
      continue;
    }
    if (price > Number(last.high)) last.high = text;
    if (price < Number(last.low)) last.low = text;
    last.close = text;
  }
  return candles;
}

/** So many are kept: half an hour of one a second. */
const KEPT = 1800;
/** The least height of a picture, as a share of the price: else a still market would look wild. */
const LEAST_SHARE = 0.0002;

/** The ticks with another one at their end; the same array for one that is not newer. */
export function withTick(ticks: readonly Tick[], tick: Tick): readonly Tick[] {
  const last = ticks.at(-1);
  if (last && tick.atMs <= last.atMs) return ticks;
  return [...ticks.slice(-KEPT + 1), tick];
}

/**
 * The ticks of a stretch of time as a line in a box of 1 by 1, with the entry half-way where prices lie on both sides.
 * Ticks outside it are left out; null with less than two.
 * @returns the points of the line, the height of the entry, and how far the newest tick is along; y grows downwards
 */
export function tickPicture(
  ticks: readonly Tick[],
  { fromMs, toMs, entry }: { fromMs: number; toMs: number; entry: number },
) {
  const shown = ticks.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  if (shown.length < 2 || toMs <= fromMs) return null;
  const prices = [entry, ...shown.map(({ price }) => price)];
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const height = Math.max(high - low, entry * LEAST_SHARE) * 1.2;
  const top = (low + high + height) / 2;
  const yOf = (price: number) => (top - price) / height;
  const xOf = (atMs: number) => (atMs - fromMs) / (toMs - fromMs);
  const points = shown.map(({ atMs, price }) => ({ x: xOf(atMs), y: yOf(price) }));
  return { points, entryY: yOf(entry), nowX: points.at(-1)?.x ?? 0 };
}
