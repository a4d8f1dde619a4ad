import { setImmediate } from "node:timers/promises";
import { type CandleInterval, intervalMs } from "@/lib/market/candle-rules";
import { type CandleRow, listClosedCandles } from "@/lib/market/data";
import { RECORDED_GOLD, readRecordedGold } from "@/lib/market/recorded-gold";
import { AppError } from "@/lib/platform/errors";
import { formatDecimal, formatMicro } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import { workQueue } from "@/lib/platform/work-queue";
import { getSettings } from "@/lib/settings/data";
import { ratePpm } from "@/lib/trading/rules";
import {
  type Costs,
  playBacktest,
  playBuyAndHold,
  type TestCandle,
  type TestInput,
  type TestRun,
} from "@/lib/trading/strategies/backtest";
import { type Figures, figuresOf, type Track } from "@/lib/trading/strategies/metrics";
import { type Plan, readPlan } from "./mutations";
import type { Backtest, BacktestInput, BacktestPart, FiguresDto } from "./schema";

/** The newest candles that a backtest reads at most, of the site and of recorded gold: all its days. */
const MAX_CANDLES = 2_000;
const MAX_RECORDED = 8_000;
/** Fewer bars than this say nothing. */
const MIN_BARS = 30;
/** Share of the bars that count as in-sample. */
const IN_SAMPLE = 0.7;
const MAX_POINTS = 120;
/** The event loop is free again after this long. */
const SLICE_MS = 15;
const RATIO_DECIMALS = 6;
/**
 * The event loop goes through one slice of everything that runs before it turns to anything else, the recording of prices
 * among it: with a hundred at once it would stand still for seconds, and options would end without a price.
 */
const inTurn = workQueue({ atOnce: 1, waiting: 30, waitMs: 10_000, retryAfterSeconds: 10 });

/** Candles have no bid and ask: at least this spread is assumed, in parts per million of the price. */
const ASSUMED_SPREAD_PPM = 500n;

const RULE = text("strategies.backtestRule");

/** Plays a backtest in slices, so that other requests are answered meanwhile. */
async function play(input: TestInput): Promise<TestRun> {
  const run = playBacktest(input);
  let resumedAt = performance.now();
  for (;;) {
    const step = run.next();
    if (step.done) return step.value;
    if (performance.now() - resumedAt < SLICE_MS) continue;
    await setImmediate();
    resumedAt = performance.now();
  }
}

const rounded = (value: number) => Number(value.toFixed(RATIO_DECIMALS));
const maybe = (value: number | null) => (value === null ? null : rounded(value));

function toFigures(figures: Figures): FiguresDto {
  return {
    endValue: formatMicro(figures.endMicro),
    profit: formatMicro(figures.profitMicro),
    fees: formatMicro(figures.feesMicro),
    fills: figures.fills,
    totalReturn: rounded(figures.totalReturn),
    cagr: maybe(figures.cagr),
    maxDrawdown: rounded(figures.maxDrawdown),
    sharpe: maybe(figures.sharpe),
    sortino: maybe(figures.sortino),
    profitFactor: maybe(figures.profitFactor),
    winRate: maybe(figures.winRate),
  };
}

type Played = { part: BacktestPart; strategy: Track; buyAndHold: Track; closesMs: number[] };

async function playPart(
  { strategy, params, amountMicro }: Plan,
  candles: TestCandle[],
  costs: Costs,
): Promise<Played> {
  const from = strategy.lookback(params) - 1;
  const barMs = intervalMs(params.interval);
  const tested = await play({ strategy, params, amountMicro, candles, from, costs });
  const held = playBuyAndHold({ amountMicro, candles, from, costs });
  // Candles may be missing, so that their number says nothing about the time.
  const startMs = candles[from]?.openTimeMs ?? 0;
  const closesMs = candles.slice(from).map(({ openTimeMs }) => openTimeMs + barMs);
  const endMs = closesMs.at(-1) ?? startMs;
  const part = {
    from: new Date(startMs).toISOString(),
    to: new Date(endMs).toISOString(),
    bars: closesMs.length,
    strategy: toFigures(figuresOf(tested, endMs - startMs)),
    buyAndHold: toFigures(figuresOf(held, endMs - startMs)),
  };
  return { part, strategy: tested, buyAndHold: held, closesMs };
}

/** At most 120 points of both tracks, the last one among them. */
function equityOf({ part, strategy, buyAndHold, closesMs }: Played): Backtest["equity"] {
  const step = Math.ceil(part.bars / MAX_POINTS);
  const last = part.bars - 1;
  return strategy.equityMicro.flatMap((value, index) =>
    (last - index) % step === 0
      ? [
          {
            at: new Date(closesMs[index] ?? 0).toISOString(),
            strategy: formatMicro(value),
            buyAndHold: formatMicro(buyAndHold.equityMicro[index] ?? 0n),
          },
        ]
      : [],
  );
}

const toTestCandle = (row: CandleRow) => ({
  simulated: row.simulated,
  openTimeMs: row.openTime.getTime(),
  openE8: row.openE8,
  highE8: row.highE8,
  lowE8: row.lowE8,
  closeE8: row.closeE8,
});

/** The candles to test on: recorded gold where it is asked for, and by default in place of simulated prices. */
async function candlesFor(interval: CandleInterval, prices: BacktestInput["prices"]) {
  const recorded = async () => ({
    candles: await readRecordedGold(interval, MAX_RECORDED),
    simulated: false,
    recorded: RECORDED_GOLD,
  });
  if (prices === "recorded") return recorded();
  const candles = (await listClosedCandles(interval, MAX_CANDLES)).map(toTestCandle);
  const simulated = candles.some((candle) => candle.simulated);
  if (simulated && !prices) return recorded();
  return { candles, simulated, recorded: null };
}

/**
 * Tests a strategy on closed candles with the costs of spot trades: over all of them, over the
 * first 70% and, started afresh, over the last 30%, each beside buying and holding.
 * @throws AppError VALIDATION, BACKTEST_TOO_SHORT, RATE_LIMITED when too many wait for one
 */
export async function runBacktest(input: BacktestInput): Promise<Backtest> {
  const plan = readPlan(input);
  return inTurn(() => backtestOf(plan, input.prices));
}

async function backtestOf(plan: Plan, prices: BacktestInput["prices"]): Promise<Backtest> {
  const { strategy, params, amountMicro } = plan;
  const [{ candles, simulated, recorded }, settings] = await Promise.all([
    candlesFor(params.interval, prices),
    getSettings(),
  ]);
  const warmUpBars = strategy.lookback(params) - 1;
  const bars = candles.length - warmUpBars;
  if (bars < MIN_BARS) throw new AppError("BACKTEST_TOO_SHORT");
  const spreadPpm = ratePpm(settings.manualSpread);
  const costs = {
    feePpm: ratePpm(settings.manualFeeRate),
    spreadPpm: spreadPpm > ASSUMED_SPREAD_PPM ? spreadPpm : ASSUMED_SPREAD_PPM,
  };
  const split = warmUpBars + Math.floor(bars * IN_SAMPLE);
  const whole = await playPart(plan, candles, costs);
  const inSample = await playPart(plan, candles.slice(0, split), costs);
  const outOfSample = await playPart(plan, candles.slice(split - warmUpBars), costs);
  return {
    strategy: strategy.id,
    name: strategy.name,
    params,
    interval: params.interval,
    amount: formatMicro(amountMicro),
    simulated,
    recorded,
    warmUpBars,
    costs: {
      feeRate: settings.manualFeeRate,
      slippageRate: formatDecimal(costs.spreadPpm / 2n, RATIO_DECIMALS),
      rule: RULE,
    },
    whole: whole.part,
    inSample: inSample.part,
    outOfSample: outOfSample.part,
    equity: equityOf(whole),
  };
}
