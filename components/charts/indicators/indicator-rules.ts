/** What can be drawn beside the price, with the parameters of each, their bounds and what they are at first. */
export const indicatorKinds = {
  sma: {
    pane: "price",
    plots: ["value"],
    params: [{ name: "length", min: 2, max: 500, first: 20 }],
  },
  ema: {
    pane: "price",
    plots: ["value"],
    params: [{ name: "length", min: 2, max: 500, first: 9 }],
  },
  bollinger: {
    pane: "price",
    plots: ["upper", "middle", "lower"],
    params: [
      { name: "length", min: 2, max: 500, first: 20 },
      { name: "deviations", min: 1, max: 5, first: 2 },
    ],
  },
  rsi: { pane: "rsi", plots: ["value"], params: [{ name: "length", min: 2, max: 500, first: 14 }] },
  macd: {
    pane: "macd",
    plots: ["macd", "signal", "histogram"],
    params: [
      { name: "fast", min: 2, max: 500, first: 12 },
      { name: "slow", min: 2, max: 500, first: 26 },
      { name: "signal", min: 2, max: 500, first: 9 },
    ],
  },
} as const satisfies Record<string, IndicatorKindRule>;

interface IndicatorKindRule {
  /** With the candles, or in a pane of its own below them. */
  pane: "price" | "rsi" | "macd";
  plots: readonly string[];
  params: readonly { name: string; min: number; max: number; first: number }[];
}

export type IndicatorKind = keyof typeof indicatorKinds;
export const indicatorNames = Object.keys(indicatorKinds) as IndicatorKind[];

/** An indicator as it was chosen: whole numbers in the order of its kind's parameters. */
export interface IndicatorChoice {
  kind: IndicatorKind;
  params: readonly number[];
}

/** More would be no picture any more. */
export const MAX_INDICATORS = 6;

/** An indicator of this kind as it is at first. */
export const firstChoice = (kind: IndicatorKind): IndicatorChoice => ({
  kind,
  params: indicatorKinds[kind].params.map(({ first }) => first),
});

/** Whether these are parameters of that kind: whole, within their bounds, and a MACD's fast length below its slow one. */
export function areParams(kind: IndicatorKind, params: readonly unknown[]): boolean {
  const rules = indicatorKinds[kind].params;
  if (params.length !== rules.length) return false;
  const isWithin = rules.every(({ min, max }, index) => {
    const value = params[index];
    return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  });
  return isWithin && (kind !== "macd" || Number(params[0]) < Number(params[1]));
}

/** What tells two indicators apart: "ema 9". */
export const keyOf = ({ kind, params }: IndicatorChoice): string => [kind, ...params].join(" ");
