import { firstMovementAt, type Holdings, holdingsAt } from "@/lib/ledger/transactions/history";
import { getMarketHead, listCandles } from "@/lib/market/data";
import { utcMidnight } from "@/lib/platform/calendar";
import { prisma } from "@/lib/platform/db";
import { type E8, formatMicro, mulDivHalfEven } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import { percentOf } from "@/lib/platform/ui/decimal";
import { dayResult, HISTORY_HOURS, lastHours, worthMicro } from "./user-stats-rules";
import type { UserStats } from "./user-stats-schema";

const NO_WORTH = { today: null, history: [] };

/** Opening prices of the recorded hours, by epoch milliseconds. One more than the history has. */
async function hourlyPrices(): Promise<Map<number, E8>> {
  const candles = await listCandles("1h", HISTORY_HOURS + 2);
  return new Map(candles.map(({ openTime, openE8 }) => [openTime.getTime(), openE8]));
}

/** How the worth of a user's money moved today and in the last 24 hours, from recorded data only. */
async function worthOverTime(
  userId: string,
  firstFundedAt: Date | null,
  at: Date,
): Promise<Pick<UserStats, "today" | "history">> {
  if (firstFundedAt === null) return NO_WORTH;
  const midnight = utcMidnight(at);
  const hours = lastHours(at);
  const [holdings, prices, head] = await Promise.all([
    // The newest hour may be midnight itself, and both are wanted.
    holdingsAt(prisma, userId, [...hours.filter((hour) => +hour !== +midnight), midnight, at]),
    hourlyPrices(),
    getMarketHead(),
  ]);
  if (head === null) return NO_WORTH;
  const of = (time: Date) => holdings.find((row) => +row.at === +time);
  const current = of(at);
  const start = of(midnight);
  if (!current || !start) return NO_WORTH;

  // Gold counts with what it would fetch. Of past hours the index is kept: they count as far below it as now.
  const priceE8 = head.bidE8;
  const bidOf = (indexE8: E8 | undefined) =>
    indexE8 === undefined ? null : mulDivHalfEven(indexE8, head.bidE8, head.priceE8);
  const nowMicro = worthMicro(current, priceE8);
  if (nowMicro === null) return NO_WORTH;
  const result = dayResult({
    start,
    inflow: { usdtMicro: start.usdtInflowMicro, xautMicro: start.xautInflowMicro },
    startPriceE8: bidOf(prices.get(+midnight)),
    nowMicro,
    priceE8,
  });
  const points = hours.flatMap((hour) => pointOf(of(hour), bidOf(prices.get(+hour))));
  const isWhole = points.length === HISTORY_HOURS && firstFundedAt <= hours[0]!;
  return {
    today: result && {
      changeUsdt: formatMicro(result.changeMicro),
      changePercent: percentOf(formatMicro(result.changeMicro), formatMicro(result.baseMicro)),
    },
    history: isWhole ? [...points, { at: at.toISOString(), totalUsdt: formatMicro(nowMicro) }] : [],
  };
}

function pointOf(row: Holdings | undefined, priceE8: E8 | null): UserStats["history"] {
  const worth = row && priceE8 !== null ? worthMicro(row, priceE8) : null;
  if (!row || worth === null) return [];
  return [{ at: row.at.toISOString(), totalUsdt: formatMicro(worth) }];
}

/** A user's numbers for Home. */
export async function getUserStats(userId: string): Promise<UserStats> {
  const [firstFundedAt, trades, stakes, pendingDeposits, pendingWithdrawals] = await Promise.all([
    firstMovementAt(prisma, userId),
    prisma.trade.groupBy({ by: ["status"], where: { userId }, _count: true }),
    prisma.trade.aggregate({
      where: { userId, status: "open", type: "option" },
      _sum: { amountMicro: true },
    }),
    prisma.deposit.count({ where: { userId, status: { in: ["pending", "confirmed"] } } }),
    prisma.withdrawal.count({ where: { userId, status: { in: ["pending", "processing"] } } }),
  ]);
  const count = (status: string) => trades.find((row) => row.status === status)?._count ?? 0;
  return {
    totalTrades: trades.reduce((total, row) => total + row._count, 0),
    openTrades: count("open"),
    wonTrades: count("won"),
    lostTrades: count("lost"),
    openStakesUsdt: formatMicro(stakes._sum.amountMicro ?? 0n),
    pendingDeposits,
    pendingWithdrawals,
    firstFundedAt: firstFundedAt?.toISOString() ?? null,
    ...(await worthOverTime(userId, firstFundedAt, now())),
  };
}
