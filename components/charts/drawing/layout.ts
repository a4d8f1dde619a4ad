/** Where things stand in a chart, in CSS px. */
import { formatPrice } from "@/lib/platform/ui/format";
import type { Bars, Pane, Picture } from "./picture";

/** What is in sight: from one place to another, where candle `i` reaches from `i - 0.5` to `i + 0.5`. */
interface Sight {
  from: number;
  to: number;
  /** Px from one candle to the next. */
  spacing: number;
}

export interface PaneLayout {
  kind: Pane["kind"];
  top: number;
  height: number;
  /** The values at its lower and its upper edge. */
  bottomValue: number;
  topValue: number;
}

export interface Layout {
  /** The width of the panes, beside which the axis of prices stands. */
  width: number;
  /** The height of the panes, below which the axis of times stands. */
  height: number;
  sight: Sight;
  /** The first and the last candle in sight; the last is before the first where there is none. */
  first: number;
  last: number;
  panes: readonly PaneLayout[];
}

export const TIME_AXIS_PX = 28;
export const FONT_PX = 12;
/** Fewer candles than this are not worth a chart. */
const MIN_IN_SIGHT = 10;
export const FIRST_SPACING = 6;
/** What can be read at least. */
export const MIN_PANE_PX = 30;
/** Volume takes the lowest part of the pane of the price. */
export const VOLUME_SHARE = 0.18;
const PRICE_MARGINS = { top: 0.12, bottom: 0.1 };
const OTHER_MARGINS = { top: 0.12, bottom: 0.08 };
/** Where all values are the same they stand in the middle of so much. */
const FLAT = 0.05;

const clamp = (value: number, low: number, high: number) => Math.max(Math.min(value, high), low);

/** What is in sight of so many candles. Neither end can be moved into an empty box: all are at least as wide as it. */
export function sightOf(
  { spacing, offset }: Pick<Picture, "spacing" | "offset">,
  count: number,
  width: number,
): Sight {
  const widest = width / Math.min(MIN_IN_SIGHT, Math.max(count, 1));
  const px = clamp(spacing, width / Math.max(count, 1), widest);
  const inSight = px > 0 ? width / px : 0;
  const to = count - 0.5 - clamp(offset, 0, Math.max(count - inSight, 0));
  return { from: to - inSight, to, spacing: px };
}

/** The panes' heights in px by their weights, none lower than can be read where there is room for that. */
export function paneHeights(panes: readonly Pane[], height: number): number[] {
  const total = panes.reduce((sum, { weight }) => sum + weight, 0);
  const heights = panes.map(({ weight }) =>
    Math.max((height * weight) / total, Math.min(MIN_PANE_PX, height / panes.length)),
  );
  const rest = heights.slice(1).reduce((sum, one) => sum + one, 0);
  return [height - rest, ...heights.slice(1)].map(Math.round);
}

type Range = { low: number; high: number };
const nothing = (): Range => ({ low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY });

function widen(range: Range, values: Float64Array, first: number, last: number): void {
  for (let index = first; index <= last; index++) {
    // Not a number is neither below nor above.
    const value = values[index] as number;
    if (value < range.low) range.low = value;
    if (value > range.high) range.high = value;
  }
}

function rangeOf(picture: Picture, pane: number, first: number, last: number): Range {
  const { bars, look, plots, levels, panes } = picture;
  if (panes[pane]?.kind === "rsi") return { low: 0, high: 100 };
  const range = nothing();
  if (pane === 0) {
    widen(range, look === "candles" ? bars.low : bars.close, first, last);
    widen(range, look === "candles" ? bars.high : bars.close, first, last);
  }
  for (const plot of plots) if (plot.pane === pane) widen(range, plot.values, first, last);
  if (pane === 0 && range.low <= range.high) {
    for (const { price, isKeptInSight } of levels) {
      if (isKeptInSight) {
        range.low = Math.min(range.low, price);
        range.high = Math.max(range.high, price);
      }
    }
  }
  if (range.low > range.high) return { low: 0, high: 1 };
  if (range.low < range.high) return range;
  return { low: range.low - FLAT, high: range.high + FLAT };
}

/** Where everything of a picture stands. */
export function layoutOf(picture: Picture): Layout {
  const { size, axisWidth, bars, panes, hasVolume } = picture;
  const width = Math.max(size.width - axisWidth, 0);
  const height = Math.max(size.height - TIME_AXIS_PX, 0);
  const sight = sightOf(picture, bars.count, width);
  const first = Math.max(Math.floor(sight.from + 0.5), 0);
  const last = Math.min(Math.ceil(sight.to - 0.5), bars.count - 1);
  let top = 0;
  const laid = paneHeights(panes, height).map((paneHeight, index): PaneLayout => {
    const { low, high } = rangeOf(picture, index, first, last);
    const margins = index === 0 ? PRICE_MARGINS : OTHER_MARGINS;
    const below = index === 0 && hasVolume ? VOLUME_SHARE + 0.04 : margins.bottom;
    const perShare = (high - low) / (1 - margins.top - below);
    const pane = {
      kind: panes[index]?.kind ?? "price",
      top,
      height: paneHeight,
      bottomValue: low - perShare * below,
      topValue: high + perShare * margins.top,
    };
    top += paneHeight;
    return pane;
  });
  return { width, height, sight, first, last, panes: laid };
}

/** The middle of a candle at this place, in px from the left. */
export const xOf = ({ sight }: Layout, place: number): number =>
  (place - sight.from) * sight.spacing;

/** What `xOf` undoes. */
export const placeAt = ({ sight }: Layout, x: number): number => sight.from + x / sight.spacing;

/** The height of a value, in px from the top of the chart. */
export const yOf = ({ top, height, bottomValue, topValue }: PaneLayout, value: number): number =>
  top + ((topValue - value) / (topValue - bottomValue)) * height;

/** What `yOf` undoes. */
export const valueAt = ({ top, height, bottomValue, topValue }: PaneLayout, y: number): number =>
  topValue - ((y - top) / height) * (topValue - bottomValue);

/** The place of the candle that opened at a time, or of the last one before it; -1 where there is none. */
export function placeOf({ time, count }: Bars, wanted: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((time[middle] as number) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A price as the axis writes it. */
export const shownPrice = (price: number): string => formatPrice(price.toFixed(2));

const STEPS = [1, 2, 2.5, 5, 10];
const MIN_STEP = 0.01;
const LABEL_GAP_PX = 32;

/** Whether two decimals are enough for it. */
const isWritten = (step: number) => Math.abs(step * 100 - Math.round(step * 100)) < 1e-6;

/** What people look at in an RSI: it is between them most of the time. */
const RSI_MARKS = [30, 70];

/** Round values for the axis of a pane, from below, some `LABEL_GAP_PX` apart at least; of an RSI its two marks. */
export function valueMarks({ kind, height, bottomValue, topValue }: PaneLayout): number[] {
  if (kind === "rsi") return RSI_MARKS;
  const least = Math.max(((topValue - bottomValue) / Math.max(height, 1)) * LABEL_GAP_PX, MIN_STEP);
  if (!Number.isFinite(least)) return [];
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9);
  const step =
    STEPS.map((one) => one * power).find((one) => one >= least * (1 - 1e-9) && isWritten(one)) ??
    10 * power;
  const marks: number[] = [];
  for (let count = Math.ceil(bottomValue / step); count * step <= topValue; count++) {
    marks.push(count * step);
  }
  return marks;
}
