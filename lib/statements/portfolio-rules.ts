import { worthMicro } from "@/lib/accounts/user-stats-rules";
import type { CandleInterval } from "@/lib/market/candle-rules";
import { type E8, formatMicro, type Micro } from "@/lib/platform/money";
import { percentOf } from "@/lib/platform/ui/decimal";
import type { Portfolio, PortfolioPeriod } from "./portfolio-schema";

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** About as many points as a drawing has room for. */
const MOST_STEPS = 366;

/** How a period is cut: `seconds` a step, and candles whose closes are the prices at the ends of steps. */
export type Steps = { from: Date; seconds: number; count: number; interval: CandleInterval };

const CUTS: Record<Exclude<PortfolioPeriod, "all">, Omit<Steps, "from">> = {
  day: { seconds: HOUR / 4, count: 96, interval: "15m" },
  week: { seconds: HOUR, count: 168, interval: "1h" },
  month: { seconds: 4 * HOUR, count: 180, interval: "4h" },
  quarter: { seconds: DAY, count: 91, interval: "1d" },
  year: { seconds: DAY, count: 365, interval: "1d" },
};

/**
 * The steps of a period up to now, none before the one in which money first came. The last step is the one that is
 * under way. Ends of steps are where candles end, so a longer history has longer steps of whole days.
 */
export function stepsOf(period: PortfolioPeriod, firstAt: Date, now: Date): Steps {
  const past = (+now - +firstAt) / 1_000;
  const days = Math.max(1, Math.ceil(past / DAY / MOST_STEPS));
  const isShort = period === "all" && past < 90 * DAY;
  const cut =
    period !== "all"
      ? CUTS[period]
      : isShort
        ? CUTS[past < 2 * DAY ? "day" : past < 14 * DAY ? "week" : "month"]
        : { seconds: days * DAY, count: MOST_STEPS, interval: "1d" as const };
  const width = cut.seconds * 1_000;
  const end = (Math.floor(+now / width) + 1) * width;
  const most = period === "all" ? Number.POSITIVE_INFINITY : cut.count;
  const first = Math.floor(+firstAt / width) * width;
  const count = Math.max(1, Math.min(most, (end - first) / width));
  return { ...cut, count, from: new Date(end - count * width) };
}

/** What one step changed, in micro-units; as `ledger_wealth_steps` answers. */
export type StepChange = {
  step: number;
  usdt: Micro;
  xaut: Micro;
  paidUsdt: Micro;
  paidXaut: Micro;
  feeUsdt: Micro;
  feeXaut: Micro;
  interestUsdt: Micro;
  interestXaut: Micro;
  commission: Micro;
  option: Micro;
};

const NOTHING: Omit<StepChange, "step"> = {
  usdt: 0n,
  xaut: 0n,
  paidUsdt: 0n,
  paidXaut: 0n,
  feeUsdt: 0n,
  feeXaut: 0n,
  interestUsdt: 0n,
  interestXaut: 0n,
  commission: 0n,
  option: 0n,
};

type Held = { usdtMicro: Micro; xautMicro: Micro };

/**
 * The line of what a person owned over a period, worked back from what they own now, so that its end is their balance
 * whatever happens. Each step's moves of gold count at the price at its end; each conversion is rounded half to even.
 * @param prices what gold fetched when the period began and at the end of each step, `count` + 1 of them
 */
export function portfolioOf(input: {
  period: PortfolioPeriod;
  steps: Steps;
  now: Date;
  owned: Held;
  changes: StepChange[];
  prices: (E8 | null)[];
}): Portfolio {
  const { period, steps, now, owned, changes, prices } = input;
  const byStep = new Map(changes.map((change) => [change.step, change]));
  const held: Held[] = [owned];
  for (let step = steps.count - 1; step >= 0; step--) {
    const { usdt, xaut } = byStep.get(step) ?? NOTHING;
    const [after] = held;
    if (!after) break;
    held.unshift({ usdtMicro: after.usdtMicro - usdt, xautMicro: after.xautMicro - xaut });
  }
  const price = (index: number) => prices[index] ?? null;
  const worth = held.map((one, index) => worthMicro(one, price(index)));
  const at = (index: number) =>
    index === steps.count ? now : new Date(+steps.from + index * steps.seconds * 1_000);

  const sums = { paid: 0n, paidIn: 0n, fees: 0n, interest: 0n, commission: 0n, options: 0n };
  let isWhole = true;
  const paidAt = held.map((_, index) => {
    const change = byStep.get(index - 1) ?? NOTHING;
    const inUsdt = (usdtMicro: Micro, xautMicro: Micro) => {
      const micro = worthMicro({ usdtMicro, xautMicro }, price(index));
      if (micro === null) isWhole = false;
      return micro ?? 0n;
    };
    const paid = inUsdt(change.paidUsdt, change.paidXaut);
    sums.paid += paid;
    if (paid > 0n) sums.paidIn += paid;
    sums.fees -= inUsdt(change.feeUsdt, change.feeXaut);
    sums.interest += inUsdt(change.interestUsdt, change.interestXaut);
    sums.commission += change.commission;
    sums.options += change.option;
    return paid;
  });
  const points = held.map((_, index) => {
    const value = worth[index] ?? null;
    return {
      at: at(index).toISOString(),
      value: value === null ? null : formatMicro(value),
      paid: formatMicro(paidAt[index] ?? 0n),
    };
  });

  const [first] = worth;
  const last = worth.at(-1);
  if (first == null || last == null || !isWhole) return { period, points, result: null };
  const change = last - first - sums.paid;
  const { fees, interest, commission, options } = sums;
  return {
    period,
    points,
    result: {
      change: formatMicro(change),
      percent: percentOf(formatMicro(change), formatMicro(first + sums.paidIn)),
      options: formatMicro(options),
      interest: formatMicro(interest),
      commission: formatMicro(commission),
      fees: formatMicro(fees),
      gold: formatMicro(change - fees - interest - commission - options),
    },
  };
}
