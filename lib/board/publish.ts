import { runBacktest } from "@/lib/ai/backtests";
import { readCover } from "@/lib/overview/cover";
import { optionResults } from "@/lib/overview/option-results";
import { DAY_MS, utcMidnight } from "@/lib/platform/calendar";
import { prisma } from "@/lib/platform/db";
import { readClock } from "@/lib/platform/db/clock";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { formatDecimal } from "@/lib/platform/money";
import { type StrategyId, strategyIds } from "@/lib/trading/strategies/strategy";
import {
  depositFigures,
  type Period,
  pricesOfDay,
  strategyFigures,
  supportFigures,
  withdrawalFigures,
} from "./figures";
import { BOARD_DAYS, type BoardFigures, type DayOfPrices, MIN_CASES } from "./schema";

const BACKTEST_USDT = "1000";
const RATE_DIGITS = 6;
/** What a missing or broken test says nothing of. */
const NO_TEST = new Set(["BACKTEST_TOO_SHORT", "RATE_LIMITED"]);

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

async function backtestOf(strategy: StrategyId) {
  try {
    const { whole, simulated, recorded } = await runBacktest({
      strategy,
      amount: BACKTEST_USDT,
    });
    const prices = recorded ? "recorded" : simulated ? "simulated" : "site";
    const result = whole.strategy.totalReturn.toFixed(RATE_DIGITS);
    return { result, from: whole.from, to: whole.to, prices } as const;
  } catch (error) {
    if (error instanceof AppError && NO_TEST.has(error.code)) return null;
    throw error;
  }
}

async function strategies(period: Period): Promise<BoardFigures["strategies"]> {
  const rows = await strategyFigures(period);
  const found: BoardFigures["strategies"] = [];
  for (const strategy of strategyIds) {
    const own = rows.find((row) => row.strategy === strategy);
    const backtest = await backtestOf(strategy);
    found.push({ strategy, runs: own?.runs ?? 0, live: own?.live ?? null, backtest });
  }
  return found;
}

/** Days that an earlier board has are not counted again: they have ended. */
async function prices({ from, to }: Period): Promise<BoardFigures["prices"]> {
  const last = await prisma.board.findFirst({ orderBy: { day: "desc" } });
  const known = new Map(last?.figures.prices.days.map((one) => [one.day, one]));
  const days: DayOfPrices[] = [];
  for (let at = +from; at < +to; at += DAY_MS) {
    const day = dayOf(new Date(at));
    const counted = known.get(day) ?? (await pricesOfDay(day));
    if (counted) days.push(counted);
  }
  const sum = (of: "seconds" | "covered") => days.reduce((total, one) => total + one[of], 0);
  const seconds = BigInt(sum("seconds"));
  const million = 10n ** BigInt(RATE_DIGITS);
  return {
    uptime:
      seconds > 0n
        ? formatDecimal((BigInt(sum("covered")) * million) / seconds, RATE_DIGITS)
        : null,
    days,
  };
}

async function options(): Promise<BoardFigures["options"]> {
  const rows = await optionResults(1);
  return rows.map(({ isAbove: _, winRate, low, high, ...row }) => {
    const says = row.decided >= MIN_CASES;
    const shown = (rate: string) => (says ? rate : null);
    return { ...row, winRate: shown(winRate), low: shown(low), high: shown(high) };
  });
}

/** Whether the board of today (UTC) was published. */
export async function hasBoardOfToday(): Promise<boolean> {
  const day = utcMidnight(await readClock());
  return (await prisma.board.count({ where: { day } })) > 0;
}

/** Publishes how the site did in the 30 UTC days that ended last. Does nothing where that is published. */
export async function publishBoard(): Promise<void> {
  const at = await readClock();
  const to = utcMidnight(at);
  const period = { from: new Date(+to - BOARD_DAYS * DAY_MS), to };
  const [deposits, withdrawals, support] = await Promise.all([
    depositFigures(period),
    withdrawalFigures(period),
    supportFigures(period),
  ]);
  const figures: BoardFigures = {
    from: dayOf(period.from),
    to: dayOf(new Date(+to - DAY_MS)),
    deposits,
    withdrawals,
    support,
    options: await options(),
    cover: await readCover(),
    strategies: await strategies(period),
    prices: await prices(period),
  };
  await prisma.board.createMany({
    data: { day: to, at, isDemo: !env.REAL_MONEY, figures },
    skipDuplicates: true,
  });
}
