/** When strategies buy and sell, played on a made-up price. A page shows it as drawings. */
import { BollingerBands, EMA } from "trading-signals";
import { playBacktest, type TestCandle } from "@/lib/trading/strategies/backtest";
import { strategyOf } from "@/lib/trading/strategies/registry";
import type { ParamValues, StrategyId } from "@/lib/trading/strategies/strategy";

/** What a strategy decides at one candle. */
type Mark = { at: number; isBuy: boolean };
export type StrategyPictures = {
  prices: number[];
  /** lines: what the strategy goes by, as long as `prices`. */
  drawings: { id: StrategyId; marks: Mark[]; lines: number[][] }[];
};

const SHOWN = 90;
/** Candles before those that are shown, on which averages settle. */
const RUN_UP = 80;
const AMOUNT_MICRO = 1_000_000_000n;
const NO_COSTS = { feePpm: 0n, spreadPpm: 0n };

/** Waves, a trend and one sharp fall, so that each strategy has something to do. */
function priceAt(i: number): number {
  const fall = i >= 50 && i < 60 ? -16 * Math.sin(((i - 50) / 10) * Math.PI) : 0;
  return 40 + i * 0.15 + 12 * Math.sin(i / 8) + 3 * Math.sin(i / 2.3) + fall;
}

const CLOSES = Array.from({ length: RUN_UP + SHOWN }, (_, i) => priceAt(i - RUN_UP));
const CANDLES: TestCandle[] = CLOSES.map((close, openTimeMs) => {
  const e8 = BigInt(Math.round(close * 1e8));
  return { openTimeMs, openE8: e8, highE8: e8, lowE8: e8, closeE8: e8 };
});

/** As many digits as a drawing can show. */
const shown = (values: readonly number[]) =>
  values.slice(RUN_UP).map((value) => Math.round(value * 100) / 100);

function marksOf(id: StrategyId, params: ParamValues): Mark[] {
  const played = playBacktest({
    strategy: strategyOf(id),
    params,
    amountMicro: AMOUNT_MICRO,
    candles: CANDLES,
    from: RUN_UP,
    costs: NO_COSTS,
  });
  let step = played.next();
  while (!step.done) step = played.next();
  return step.value.signals.map(({ candleMs, action }) => ({
    at: candleMs - RUN_UP,
    isBuy: action === "buy",
  }));
}

function averageLine(length: number): number[] {
  const average = new EMA(length);
  return shown(CLOSES.map((close) => average.update(close, false) ?? close));
}

function bandLine(edge: "middle" | "lower", period: number, deviations: number): number[] {
  const bands = new BollingerBands(period, deviations);
  return shown(CLOSES.map((close) => bands.update(close, false)?.[edge] ?? close));
}

// Parameters that fit waves as short as these.
const CROSSOVER = { interval: "1d", fast: 5, slow: 18 } as const;
const REVERSION = {
  interval: "1d",
  bandPeriod: 14,
  deviations: 1.6,
  rsiPeriod: 5,
  oversold: 35,
} as const;
const { bandPeriod, deviations } = REVERSION;

/** What each strategy decides on these prices by its own rules, and the lines that it goes by. */
export const strategyPictures: StrategyPictures = {
  prices: shown(CLOSES),
  drawings: [
    {
      id: "ema-crossover",
      marks: marksOf("ema-crossover", CROSSOVER),
      lines: [averageLine(CROSSOVER.fast), averageLine(CROSSOVER.slow)],
    },
    { id: "dca", marks: marksOf("dca", { interval: "1d", purchases: 8, every: 12 }), lines: [] },
    { id: "grid", marks: marksOf("grid", { interval: "1d", levels: 3, step: 12 }), lines: [] },
    {
      id: "mean-reversion",
      marks: marksOf("mean-reversion", REVERSION),
      lines: [
        bandLine("middle", bandPeriod, deviations),
        bandLine("lower", bandPeriod, deviations),
      ],
    },
  ],
};
