import { getChatStats } from "@/lib/chat/data";
import { houseBalances } from "@/lib/ledger/data";
import { prisma, sql } from "@/lib/platform/db";
import { liveCounts } from "@/lib/platform/db/live-counts";
import { formatMicro } from "@/lib/platform/money";
import { now, utcMidnight } from "@/lib/platform/time";
import { DEPOSIT_QUEUE, WITHDRAWAL_QUEUE } from "@/lib/wallets/payment-schema";
import { countApprovals } from "./approvals";
import type { OverviewDto, QueueCounts } from "./staff-schema";

/** How many requests wait for staff, for the panel's navigation. */
export async function countQueue(): Promise<QueueCounts> {
  const [deposits, withdrawals, approvals] = await Promise.all([
    prisma.deposit.count({ where: { status: { in: [...DEPOSIT_QUEUE.waiting] } } }),
    prisma.withdrawal.count({ where: { status: { in: [...WITHDRAWAL_QUEUE.waiting] } } }),
    countApprovals(),
  ]);
  return { deposits, withdrawals, approvals };
}

const DAYS = 30;

/** What staff see first: work waiting, house cover, volume. */
export async function getOverview(): Promise<OverviewDto> {
  const today = utcMidnight(now());
  const [deposits, withdrawals, users, chats, options, house, volume] = await Promise.all([
    prisma.deposit.aggregate({
      where: { status: "pending" },
      _count: true,
      _min: { createdAt: true },
    }),
    prisma.withdrawal.aggregate({
      where: { status: { in: ["pending", "processing"] } },
      _count: true,
      _min: { createdAt: true },
      _sum: { amountMicro: true },
    }),
    countUsers(today),
    getChatStats(),
    prisma.trade.aggregate({
      where: { type: "option", status: "open" },
      _count: true,
      _sum: { amountMicro: true, collateralMicro: true },
    }),
    houseBalances(prisma),
    volumeByDay(new Date(today.getTime() - (DAYS - 1) * 86_400_000)),
  ]);
  return {
    pendingDeposits: {
      count: deposits._count,
      oldestAt: deposits._min.createdAt?.toISOString() ?? null,
    },
    pendingWithdrawals: {
      count: withdrawals._count,
      oldestAt: withdrawals._min.createdAt?.toISOString() ?? null,
      amountUsdt: formatMicro(withdrawals._sum.amountMicro ?? 0n),
    },
    users,
    openChats: { count: chats.open, unreadMessages: chats.unread },
    openOptions: {
      count: options._count,
      stakeUsdt: formatMicro(options._sum.amountMicro ?? 0n),
      collateralUsdt: formatMicro(options._sum.collateralMicro ?? 0n),
    },
    house: house.map(({ kind, currency, balanceMicro }) => ({
      kind,
      currency,
      balance: formatMicro(balanceMicro),
    })),
    volume,
  };
}

/** Customers; new are those who joined on a UTC day. */
async function countUsers(day: Date): Promise<OverviewDto["users"]> {
  const joined = `user.joined ${day.toISOString().slice(0, 10)}`;
  const counts = await liveCounts(["user.total", "user.active", joined]);
  return {
    total: counts["user.total"] ?? 0,
    active: counts["user.active"] ?? 0,
    newToday: counts[joined] ?? 0,
  };
}

type VolumeRow = { day: string; volume: bigint; trades: bigint };

/** USDT turnover by UTC day since `from`, days without a trade included. */
async function volumeByDay(from: Date): Promise<OverviewDto["volume"]> {
  const rows = await sql<VolumeRow[]>`
    SELECT to_char(d.day, 'YYYY-MM-DD') AS day, count(t.id)::bigint AS trades,
      coalesce(sum(CASE WHEN t.currency = 'USDT' THEN t.amount_micro ELSE t.received_micro END), 0)::bigint AS volume
    FROM generate_series(${from}::timestamptz, app_now(), '1 day') AS d(day)
    LEFT JOIN trade t ON t.opened_at >= d.day AND t.opened_at < d.day + interval '1 day'
      AND t.status NOT IN ('void', 'refunded')
    GROUP BY d.day ORDER BY d.day`;
  return rows.map(({ day, volume, trades }) => ({
    day,
    volumeUsdt: formatMicro(volume),
    trades: Number(trades),
  }));
}
