import fc from "fast-check";
import { E8_ONE } from "@/lib/platform/money";
import {
  playBacktest,
  playBuyAndHold,
  type TestCandle,
  type TestInput,
  type TestRun,
} from "./backtest";
import { allStrategies, readParams, strategyOf } from "./registry";
import type { ParamValues, Strategy } from "./strategy";

const HOUR_MS = 3_600_000;
const COSTS = { feePpm: 1_000n, spreadPpm: 500n };
const NO_COSTS = { feePpm: 0n, spreadPpm: 0n };

function play(input: TestInput): TestRun {
  const run = playBacktest(input);
  let step = run.next();
  while (!step.done) step = run.next();
  return step.value;
}

const e8 = (price: number) => BigInt(Math.round(price * 100)) * 1_000_000n;

/** Candles that open where the last one closed, unless a gap is given. */
function candlesOf(bars: { close: number; gap?: number }[]): TestCandle[] {
  let previous = bars[0]?.close ?? 0;
  return bars.map(({ close, gap = 0 }, index) => {
    const open = previous + gap;
    previous = close;
    const range = [e8(open), e8(close)].sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint];
    return {
      openTimeMs: index * HOUR_MS,
      openE8: e8(open),
      highE8: range[1],
      lowE8: range[0],
      closeE8: e8(close),
    };
  });
}

/** Every strategy with settings small enough to trade often. */
const SMALL: Record<string, Record<string, number | string>> = {
  "ema-crossover": { fast: 5, slow: 10 },
  dca: { purchases: 5, every: 2 },
  grid: { levels: 3, step: 0.5 },
  "mean-reversion": { bandPeriod: 10, deviations: 1, rsiPeriod: 5, oversold: 45 },
};

function setUp(strategy: Strategy): { strategy: Strategy; params: ParamValues; from: number } {
  const reading = readParams(strategy, SMALL[strategy.id]);
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  return { strategy, params: reading.params, from: strategy.lookback(reading.params) - 1 };
}

const bars = fc.array(
  fc.record({
    close: fc.integer({ min: 3_500, max: 4_500 }),
    gap: fc.integer({ min: -20, max: 20 }),
  }),
  { minLength: 60, maxLength: 90 },
);

describe.each(allStrategies.map((strategy) => [strategy.id, strategy] as const))(
  "%s",
  (_id, strategy) => {
    const chosen = setUp(strategy);
    const run = (candles: TestCandle[]) =>
      play({ ...chosen, amountMicro: 1_000_000_000n, candles, costs: COSTS });

    it("does not look ahead: no later candle changes a signal or fill", () => {
      fc.assert(
        fc.property(bars, bars, fc.nat(), (first, other, at) => {
          const candles = candlesOf(first);
          const cut = chosen.from + (at % (candles.length - chosen.from - 1));
          const changed = [
            ...candles.slice(0, cut + 1),
            ...candlesOf(other)
              .slice(cut + 1)
              .map((candle, index) => ({ ...candle, openTimeMs: (cut + 1 + index) * HOUR_MS })),
          ];
          const until = candles[cut]?.openTimeMs ?? 0;
          const upToCut = ({ signals, trades }: TestRun) => [
            signals.filter(({ candleMs }) => candleMs <= until),
            trades.filter(({ candleMs }) => candleMs <= until),
          ];
          expect(upToCut(run(changed))).toEqual(upToCut(run(candles)));
        }),
        { numRuns: 40, endOnFailure: true },
      );
    });

    it("fills at the open of the candle after the signal, a price that came later", () => {
      fc.assert(
        fc.property(bars, (random) => {
          const candles = candlesOf(random);
          const { signals, trades } = run(candles);
          const last = candles.at(-1)?.openTimeMs;
          const filled = signals.filter(({ candleMs }) => candleMs !== last);
          expect(trades.map(({ candleMs }) => candleMs)).toEqual(
            filled.map(({ candleMs }) => candleMs + HOUR_MS),
          );
          for (const { candleMs, action, priceE8 } of trades) {
            const open = candles[candleMs / HOUR_MS]?.openE8 ?? 0n;
            expect(action === "buy" ? priceE8 > open : priceE8 < open).toBe(true);
          }
        }),
        { numRuns: 40, endOnFailure: true },
      );
    });

    it("never spends or sells more than it has, and what it ends with follows from its fills", () => {
      fc.assert(
        fc.property(bars, (random) => {
          const { trades, equityMicro } = run(candlesOf(random));
          let [cash, gold] = [1_000_000_000n, 0n];
          for (const { action, amountMicro, receivedMicro } of trades) {
            cash += action === "buy" ? -amountMicro : receivedMicro;
            gold += action === "buy" ? receivedMicro : -amountMicro;
            expect(cash >= 0n && gold >= 0n).toBe(true);
          }
          if (gold === 0n) expect(equityMicro.at(-1)).toBe(cash);
        }),
        { numRuns: 40, endOnFailure: true },
      );
    });
  },
);

describe("arithmetic, by hand", () => {
  const { strategy, params } = setUp(strategyOf("dca"));
  const dca = { strategy, params: { ...params, purchases: 2, every: 1 }, from: 0 };
  const candles = candlesOf([{ close: 4000 }, { close: 4000 }, { close: 2000 }, { close: 4000 }]);

  it("without costs", () => {
    const run = play({ ...dca, amountMicro: 8_000_000n, candles, costs: NO_COSTS });
    // 4 USDT at 4000 and at 4000 (the opens of candles 1 and 2): 0.002 XAUT.
    expect(run.trades.map(({ receivedMicro }) => receivedMicro)).toEqual([1_000n, 1_000n]);
    // After candle 2 they are worth 4 USDT, after candle 3 again 8.
    expect(run.equityMicro).toEqual([8_000_000n, 8_000_000n, 4_000_000n, 8_000_000n]);
    expect(run.results).toEqual([0n]);
  });

  it("with a fee of 0.1% and half a spread of 0.05%", () => {
    const run = play({ ...dca, amountMicro: 8_000_000n, candles, costs: COSTS });
    // 4 − 0.004 = 3.996 at 4001: 0.000998750…, rounded down.
    expect(run.trades[0]).toMatchObject({
      priceE8: 4001n * E8_ONE,
      feeMicro: 4_000n,
      receivedMicro: 998n,
    });
    // 0.001996 × 3999 = 7.982004, fee 0.007982004, rounded up.
    expect(run.equityMicro.at(-1)).toBe(7_974_021n);
    expect(run.results).toEqual([7_974_021n - 8_000_000n]);
    expect(run.feesMicro).toBe(8_000n);
  });

  it("buys and holds from the first price that a strategy could have had", () => {
    const held = playBuyAndHold({ amountMicro: 8_000_000n, candles, from: 1, costs: NO_COSTS });
    expect(held.equityMicro).toEqual([8_000_000n, 4_000_000n, 8_000_000n]);
    expect(held.fills).toBe(1);
  });
});
