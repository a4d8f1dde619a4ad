import { type Bars, newBars, type Picture } from "./picture";

/** 2026-11-28, 00:00 UTC. */
const FIRST = Date.UTC(2026, 10, 28) / 1000;

/** Candles for tests, a minute or so many seconds each, from a first one on. */
export function barsFor(
  count: number,
  { seconds = 60, first = FIRST, priceAt = (index: number) => 4000 + 10 * Math.sin(index) } = {},
): Bars {
  const bars = newBars(count);
  for (let index = 0; index < count; index++) {
    const price = priceAt(index);
    bars.time[index] = first + index * seconds;
    bars.open[index] = price;
    bars.high[index] = price + 1;
    bars.low[index] = price - 1;
    bars.close[index] = price;
  }
  return bars;
}

/** A picture of so many candles for tests. */
export function pictureOf(count: number, priceAt?: (index: number) => number): Picture {
  const bars = barsFor(count, { priceAt });
  if (priceAt) {
    bars.high.set(bars.close);
    bars.low.set(bars.close);
  }
  return {
    size: { width: 660, height: 428, ratio: 1 },
    axisWidth: 60,
    fontFamily: "sans-serif",
    locale: "en",
    timeZone: "UTC",
    colours: {} as Picture["colours"],
    look: "candles",
    hasVolume: false,
    bars,
    plots: [],
    panes: [{ kind: "price", weight: 1 }],
    levels: [],
    trends: [],
    spacing: 6,
    offset: 0,
    crosshair: null,
  };
}
