/** What a chart is drawn from: plain values, which a page and the worker that draws for it hand to each other. */
import type { ChartLook } from "../chart-choices";
import type { IndicatorKind } from "../indicators/indicator-rules";
import type { Anchor } from "../lines/line-rules";
import type { TokenName } from "../tokens";

export type Colours = Record<TokenName, string>;

/**
 * Candles in time order, each number at its place. Floating point, since nothing is computed from them but where they
 * are drawn. The last place is spare: the running candle stands there, or in the place of the last finished one.
 */
export interface Bars {
  /** Candles that have ended. */
  finished: number;
  /** With the one that runs. */
  count: number;
  /** Opening times in epoch seconds. */
  time: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  volume: Float64Array;
}

/** One line, or one row of columns, of an indicator: a value at each candle, NaN where it has none. */
export interface Plot {
  /** The place of its pane. */
  pane: number;
  kind: "line" | "histogram";
  token: TokenName;
  dash: Dash;
  values: Float64Array;
}

export type Dash = "solid" | "dashed" | "dotted";

export interface Pane {
  kind: "price" | Exclude<IndicatorKind, "sma" | "ema" | "bollinger">;
  /** Its share of the height, beside those of the others. */
  weight: number;
}

/** A horizontal line at a price, which the axis says. */
export interface Level {
  price: number;
  token: TokenName;
  dash: Dash;
  /** What it is, at the left end of it; empty for nothing. */
  text: string;
  /** The pane shows so much that it is in sight. */
  isKeptInSight: boolean;
}

/** A line through two points. */
export interface Trend {
  from: Anchor;
  to: Anchor;
  token: TokenName;
}

/** A place that is pointed at: a candle, and a height in px or a price. */
export type Crosshair = { time: number } & ({ y: number } | { price: number });

export interface Picture {
  /** In CSS px, and how many pixels of the screen each of them is. */
  size: { width: number; height: number; ratio: number };
  /** The width of the axis of prices. */
  axisWidth: number;
  /** As in CSS. */
  fontFamily: string;
  /** The language that numbers and times are written in. */
  locale: string;
  timeZone: string;
  colours: Colours;
  look: ChartLook;
  hasVolume: boolean;
  bars: Bars;
  plots: readonly Plot[];
  /** From above; the first is that of the price. */
  panes: readonly Pane[];
  levels: readonly Level[];
  trends: readonly Trend[];
  /** Px from one candle to the next, as it was asked for. */
  spacing: number;
  /** Candles between the newest and the right edge. */
  offset: number;
  crosshair: Crosshair | null;
}

/** The candle that runs, and what the plots are at it, in their order. */
export interface Running {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  values: readonly number[];
}

/** What changes of a picture. */
export interface Change {
  set?: Partial<Picture>;
  running?: Running;
}

/** The columns of candles. */
export const COLUMNS = ["time", "open", "high", "low", "close", "volume"] as const;

/** Room for so many candles and the one that runs. */
export function newBars(finished: number): Bars {
  const bars = { finished, count: finished } as Bars;
  for (const column of COLUMNS) bars[column] = new Float64Array(finished + 1);
  return bars;
}

/** Puts the running candle into its place, and the plots' values with it. One that is older than the last is left out. */
function putRunning({ bars, plots }: Picture, running: Running): void {
  const { finished, time } = bars;
  const last = finished > 0 ? (time[finished - 1] ?? 0) : Number.NEGATIVE_INFINITY;
  if (running.time < last) return;
  const at = running.time === last ? finished - 1 : finished;
  for (const column of COLUMNS) bars[column][at] = running[column];
  bars.count = at + 1;
  for (const [index, plot] of plots.entries()) {
    plot.values[at] = running.values[index] ?? Number.NaN;
  }
}

/** The picture after a change. The arrays of its candles and plots stay the same, with the running candle in them. */
export function changed(picture: Picture, { set, running }: Change): Picture {
  const next = set ? { ...picture, ...set } : picture;
  if (running) putRunning(next, running);
  return next;
}
