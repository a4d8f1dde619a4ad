import { formatPrice } from "@/lib/platform/ui/format";
import type { TokenName } from "../tokens";
import { type IndicatorChoice, keyOf } from "./indicator-rules";
import type { followIndicator, IndicatorValues } from "./indicators";

/** An indicator with its values at finished candles, and the way to its value at the one that runs. */
export interface Study {
  key: string;
  choice: IndicatorChoice;
  values: readonly IndicatorValues[];
  peek: (close: number) => IndicatorValues;
}

/** Computes an indicator over closes in time order. */
export function studyOf(
  choice: IndicatorChoice,
  closes: readonly number[],
  follow: typeof followIndicator,
): Study {
  const { add, peek } = follow(choice);
  return { key: keyOf(choice), choice, values: closes.map(add), peek };
}

const TOKENS: readonly TokenName[] = ["gold-line", "info", "warn", "text-2"];

/** The colour of the indicator at this place of the list. */
export const tokenOf = (index: number): TokenName => TOKENS[index % TOKENS.length] ?? "text-2";

/** How a line of it is dashed: no two have colour and dash in common. */
export function dashOf(index: number, plot: string): "solid" | "dashed" | "dotted" {
  if (plot === "signal" || plot === "middle") return "dotted";
  return index < TOKENS.length ? "solid" : "dashed";
}

/** An indicator's value with two decimals; a dash while there is none. */
export const shownValue = (value: number | undefined): string =>
  formatPrice(value === undefined ? null : value.toFixed(2));
