/**
 * Plays a strategy over closed candles with costs. A decision after candle t sees candles up to t only
 * and is filled at the open of candle t + 1, a price that nobody knew when it was made.
 */

import { type E8, type Micro, mulDivHalfEven } from "@/lib/platform/money";
import { asWritten } from "@/lib/platform/text";
import { spotFill, spotPrice } from "@/lib/trading/spot-rules";
import type { Track } from "./metrics";
import type { ParamValues, Position, Signal, Strategy, StrategyCandle } from "./strategy";

/** A closed candle with exact prices in 10^-8. */
export type TestCandle = {
  openTimeMs: number;
  openE8: bigint;
  highE8: bigint;
  lowE8: bigint;
  closeE8: bigint;
};

/** Parts per million, as of manual trades: a fill is half the spread worse than the candle's price. */
export type Costs = { feePpm: bigint; spreadPpm: bigint };

export type TestSignal = Signal & { candleMs: number };
export type TestFill = {
  action: "buy" | "sell";
  /** Opening time of the candle at whose open it was filled. */
  candleMs: number;
  priceE8: E8;
  amountMicro: Micro;
  receivedMicro: Micro;
  feeMicro: Micro;
};

export type TestInput = {
  strategy: Strategy;
  params: ParamValues;
  amountMicro: Micro;
  /** Oldest first. */
  candles: readonly TestCandle[];
  /** The first candle whose close may be decided on; those before it are the run-up. */
  from: number;
  costs: Costs;
};

export type TestRun = Track & { signals: TestSignal[]; trades: TestFill[] };

const toNumber = (candle: TestCandle): StrategyCandle => ({
  openTimeMs: candle.openTimeMs,
  open: Number(candle.openE8) / 1e8,
  high: Number(candle.highE8) / 1e8,
  low: Number(candle.lowE8) / 1e8,
  close: Number(candle.closeE8) / 1e8,
});

/** Closed candles as strategies read them. */
export const toStrategyCandles = (candles: readonly TestCandle[]): StrategyCandle[] =>
  candles.map(toNumber);

/** The account of a tested run. */
class Account {
  readonly position: Position;
  readonly trades: TestFill[] = [];
  readonly results: Micro[] = [];
  feesMicro = 0n;
  /** What the gold held has cost, fees included. */
  private costMicro = 0n;

  constructor(
    amountMicro: Micro,
    private readonly costs: Costs,
  ) {
    this.position = {
      allocatedMicro: amountMicro,
      cashMicro: amountMicro,
      holdingMicro: 0n,
      buys: 0,
      sells: 0,
    };
  }

  fill({ action, amountMicro }: Signal, candle: TestCandle): void {
    const { position } = this;
    const { priceE8, feeMicro, receivedMicro } = this.quote(action, amountMicro, candle.openE8);
    if (action === "buy") {
      position.cashMicro -= amountMicro;
      position.holdingMicro += receivedMicro;
      position.buys += 1;
      this.costMicro += amountMicro;
    } else {
      this.close(amountMicro, receivedMicro);
      position.cashMicro += receivedMicro;
      position.holdingMicro -= amountMicro;
      position.sells += 1;
    }
    this.feesMicro += feeMicro;
    const candleMs = candle.openTimeMs;
    this.trades.push({ action, candleMs, priceE8, amountMicro, receivedMicro, feeMicro });
  }

  /** The value as if all gold were sold at this price, with costs. */
  worth(priceE8: E8): Micro {
    const { cashMicro, holdingMicro } = this.position;
    return cashMicro + this.quote("sell", holdingMicro, priceE8).receivedMicro;
  }

  /** Counts what is still held as sold at this price. */
  finish(priceE8: E8): void {
    const { holdingMicro, cashMicro } = this.position;
    if (holdingMicro > 0n) this.close(holdingMicro, this.worth(priceE8) - cashMicro);
  }

  /** A spot trade at a candle's price, as the database would fill it. */
  private quote(action: "buy" | "sell", amountMicro: Micro, marketE8: E8) {
    const priceE8 = spotPrice(action, marketE8, marketE8, this.costs.spreadPpm);
    return { priceE8, ...spotFill(action, amountMicro, priceE8, this.costs.feePpm) };
  }

  private close(amountMicro: Micro, receivedMicro: Micro): void {
    const held = this.position.holdingMicro;
    const cost = held === 0n ? 0n : mulDivHalfEven(this.costMicro, amountMicro, held);
    this.costMicro -= cost;
    this.results.push(receivedMicro - cost);
  }
}

/** How many bars are played between two chances to let others work. */
const BARS_A_STEP = 25;

/**
 * Plays the candles. A generator, so that the caller can let others work in between: it yields every 25
 * bars and returns the run.
 */
export function* playBacktest(input: TestInput): Generator<void, TestRun> {
  const { strategy, params, amountMicro, candles, from, costs } = input;
  const lookback = strategy.lookback(params);
  const numbers = toStrategyCandles(candles);
  const account = new Account(amountMicro, costs);
  const signals: TestSignal[] = [];
  const equityMicro: Micro[] = [];
  let state = {};
  let pending: Signal | null = null;
  for (let index = from; index < candles.length; index += 1) {
    const candle = candles[index]!;
    if (pending) account.fill(pending, candle);
    equityMicro.push(account.worth(candle.closeE8));
    pending = null;
    if (index + 1 >= lookback) {
      const seen = numbers.slice(index + 1 - lookback, index + 1);
      const position = { ...account.position };
      const decision = strategy.decide({ params, candles: seen, state, position });
      state = decision.state;
      pending = decision.signal;
      if (pending) signals.push({ ...pending, candleMs: candle.openTimeMs });
    }
    if ((index - from) % BARS_A_STEP === 0) yield;
  }
  const last = candles.at(-1);
  if (last) account.finish(last.closeE8);
  const { trades, results, feesMicro } = account;
  const fills = trades.length;
  return { startMicro: amountMicro, equityMicro, results, fills, feesMicro, signals, trades };
}

/**
 * Buys for the whole amount at the first price that the strategy could have traded at, and holds: the
 * open of the candle after `from`. Same costs.
 */
export function playBuyAndHold(input: Omit<TestInput, "strategy" | "params">): Track {
  const { amountMicro, candles, from, costs } = input;
  const account = new Account(amountMicro, costs);
  const equityMicro = candles.slice(from).map((candle, index) => {
    if (index === 1) account.fill({ action: "buy", amountMicro, reason: asWritten("") }, candle);
    return account.worth(candle.closeE8);
  });
  const last = candles.at(-1);
  if (last) account.finish(last.closeE8);
  const { results, feesMicro, trades } = account;
  return { startMicro: amountMicro, equityMicro, results, fills: trades.length, feesMicro };
}
