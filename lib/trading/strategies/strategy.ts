/**
 * What a strategy is: fixed rules over closed candles. A strategy is pure: the same candles, state
 * and position always give the same decision, so the backtest and the live run share its code.
 */
import type { z } from "zod";
import type { Micro } from "@/lib/platform/money";
import type { Text } from "@/lib/platform/text";
import type { ParamFields } from "./params";

export const strategyIds = ["ema-crossover", "dca", "grid", "mean-reversion"] as const;
export type StrategyId = (typeof strategyIds)[number];

/** Lengths of candles that a strategy may decide on. Shorter ones lost most of the money to costs. */
export const strategyIntervals = ["1h", "4h", "1d", "1w"] as const;
export type StrategyInterval = (typeof strategyIntervals)[number];

/** A closed candle. Floating point is fine: indicators only decide, they never move money. */
export type StrategyCandle = {
  openTimeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
};

/** What a run holds, and how many of its orders were filled. */
export type Position = {
  allocatedMicro: Micro;
  /** USDT that the run may still spend. */
  cashMicro: Micro;
  /** XAUT that the run holds. */
  holdingMicro: Micro;
  buys: number;
  sells: number;
};

/** An order to fill at the next price: USDT to spend, fee included, or XAUT to sell. */
export type Signal = { action: "buy" | "sell"; amountMicro: Micro; reason: Text };

/** What a strategy remembers between candles; kept as JSON. */
export type StrategyState = Record<string, number>;

export type Decision = { signal: Signal | null; state: StrategyState };

export type StepInput<Params> = {
  params: Params;
  /** The newest closed candles, oldest first: `lookback(params)` of them, the last one is new. */
  candles: readonly StrategyCandle[];
  state: StrategyState;
  position: Position;
};

export type ParamValues = Record<string, number | string> & { interval: StrategyInterval };

export type Strategy<Params extends ParamValues = ParamValues> = {
  id: StrategyId;
  name: Text;
  description: Text;
  /** What can be lost and when, in plain words. */
  risk: Text;
  fields: ParamFields;
  schema: z.ZodType<Params>;
  /** How many closed candles a decision needs. Without them there is none. */
  lookback(params: Params): number;
  decide(input: StepInput<Params>): Decision;
};

/** Below this no order is sent: 1 USDT, the least of a spot trade. */
export const MIN_ORDER_MICRO: Micro = 1_000_000n;

/**
 * How many orders an amount is split into by these parameters; 1 unless a field says so.
 * Below that many times `MIN_ORDER_MICRO` a run would never buy.
 */
export function ordersOf(
  fields: Record<string, { kind: string; splitsAmount?: true }>,
  params: Record<string, number | string>,
): number {
  const [name] =
    Object.entries(fields).find(([, field]) => field.kind === "number" && field.splitsAmount) ?? [];
  return name === undefined ? 1 : Math.ceil(Number(params[name]));
}

/** A price in a reason. */
export const priceText = (price: number): string =>
  price.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** A decision to do nothing. */
export const wait = (state: StrategyState): Decision => ({ signal: null, state });

/** A decision to spend USDT, unless it is too little to trade. */
export function buy(state: StrategyState, amountMicro: Micro, reason: Text): Decision {
  if (amountMicro < MIN_ORDER_MICRO) return wait(state);
  return { signal: { action: "buy", amountMicro, reason }, state };
}

/** A decision to sell XAUT, unless there is none. */
export function sell(state: StrategyState, amountMicro: Micro, reason: Text): Decision {
  if (amountMicro <= 0n) return wait(state);
  return { signal: { action: "sell", amountMicro, reason }, state };
}
