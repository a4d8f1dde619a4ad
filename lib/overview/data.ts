import { getChatStats } from "@/lib/chat/data";
import { unfinishedDocuments } from "@/lib/documents/data";
import { DAY_MS, utcMidnight } from "@/lib/platform/calendar";
import { prisma, sql } from "@/lib/platform/db";
import { liveCounts } from "@/lib/platform/db/live-counts";
import { formatMicro } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import { DEPOSIT_QUEUE, WITHDRAWAL_QUEUE } from "@/lib/wallets/payment-status";
import { getSiteHealth } from "./health";
import { launchSteps } from "./launch";
import { optionResults } from "./option-results";
import type { OverviewDto } from "./schema";

const DAYS = 30;

/** What staff see first: what needs them, work waiting, people, cover, volume. */
export async function getOverview(): Promise<OverviewDto> {
  const today = utcMidnight(now());
  const queues = Promise.all([
    prisma.deposit.aggregate({
      where: { status: { in: [...DEPOSIT_QUEUE.waiting] } },
      _count: true,
      _min: { createdAt: true },
    }),
    waitingWithdrawals(),
  ]);
  const results = optionResults();
  const texts = unfinishedDocuments();
  const [[deposits, withdrawals], optionRows, health, users, chats, options, volume, launch] =
    await Promise.all([
      queues,
      results,
      queues.then(async ([{ _min: deposit }, withdrawal]) =>
        getSiteHealth(
          { depositAt: deposit.createdAt, withdrawalAt: withdrawal.oldestAt },
          await results,
          await texts,
        ),
      ),
      countUsers(today),
      getChatStats(),
      prisma.trade.aggregate({
        where: { type: "option", status: "open" },
        _count: true,
        _sum: { amountMicro: true, collateralMicro: true },
      }),
      volumeByDay(new Date(today.getTime() - (DAYS - 1) * DAY_MS)),
      texts.then(launchSteps),
    ]);
  return {
    ...health,
    optionResults: optionRows,
    pendingDeposits: {
      count: deposits._count,
      oldestAt: deposits._min.createdAt?.toISOString() ?? null,
    },
    pendingWithdrawals: {
      count: withdrawals.count,
      oldestAt: withdrawals.oldestAt?.toISOString() ?? null,
      amountUsdt: formatMicro(withdrawals.usdt),
      amountXaut: formatMicro(withdrawals.xaut),
    },
    users,
    openChats: {
      count: chats.open,
      unreadMessages: chats.unread,
      needReply: chats.needsReply,
      medianFirstReplySeconds: chats.medianFirstReplySeconds,
      ratings: chats.ratings,
    },
    openOptions: {
      count: options._count,
      stakeUsdt: formatMicro(options._sum.amountMicro ?? 0n),
      collateralUsdt: formatMicro(options._sum.collateralMicro ?? 0n),
    },
    volume,
    launch,
  };
}

type Waiting = { count: number; oldestAt: Date | null; usdt: bigint; xaut: bigint };

/** Withdrawals that wait, with what they hold of each currency. */
async function waitingWithdrawals(): Promise<Waiting> {
  const [row] = await sql<Waiting[]>`
    SELECT count(*)::integer AS count, min(created_at) AS "oldestAt",
      coalesce(sum(amount_micro) FILTER (WHERE currency <> 'XAUT'), 0)::bigint AS usdt,
      coalesce(sum(amount_micro) FILTER (WHERE currency = 'XAUT'), 0)::bigint AS xaut
    FROM withdrawal WHERE status = ANY (${[...WITHDRAWAL_QUEUE.waiting]}::text[])`;
  if (!row) throw new Error("An aggregate answered no row");
  return row;
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

type VolumeRow = {
  day: string;
  option: bigint;
  manual: bigint;
  ai: bigint;
  storage: bigint;
  actions: bigint;
};

/** USDT turnover by UTC day and product since `from`. Finished days come from their sums. */
async function volumeByDay(from: Date): Promise<OverviewDto["volume"]> {
  const rows = await sql<VolumeRow[]>`
    WITH head AS (
      SELECT greatest(coalesce((SELECT before_day FROM trade_day_head), '1970-01-01'::date), (${from}::timestamptz AT TIME ZONE 'UTC')::date) AS day
    ), live AS MATERIALIZED (
      -- By itself, so that nothing but the period can choose the index.
      SELECT s.* FROM head, trade_sums(head.day::timestamp AT TIME ZONE 'UTC', app_now() + interval '1 day') AS s
    ), trades AS (
      SELECT day, type, status, trades, stake_micro, payout_micro FROM trade_day WHERE day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date
      UNION ALL
      SELECT o_day, o_type, o_status, o_trades, o_stake_micro, o_payout_micro FROM live
    ), parts AS (
      SELECT day, type AS product, trades AS actions, CASE type WHEN 'option' THEN stake_micro ELSE stake_micro + payout_micro END AS volume
      FROM trades WHERE status NOT IN ('void', 'refunded')
      UNION ALL
      SELECT day, 'storage', conversions, volume_micro FROM storage_day
    )
    SELECT to_char(d.day, 'YYYY-MM-DD') AS day,
      coalesce(sum(p.volume) FILTER (WHERE p.product = 'option'), 0)::bigint AS option,
      coalesce(sum(p.volume) FILTER (WHERE p.product = 'manual'), 0)::bigint AS manual,
      coalesce(sum(p.volume) FILTER (WHERE p.product = 'ai'), 0)::bigint AS ai,
      coalesce(sum(p.volume) FILTER (WHERE p.product = 'storage'), 0)::bigint AS storage,
      coalesce(sum(p.actions), 0)::bigint AS actions
    FROM generate_series((${from}::timestamptz AT TIME ZONE 'UTC')::date::timestamp, (app_now() AT TIME ZONE 'UTC')::date::timestamp, '1 day') AS d (day)
    LEFT JOIN parts p ON p.day = d.day::date
    GROUP BY d.day ORDER BY d.day`;
  return rows.map(({ day, option, manual, ai, storage, actions }) => ({
    day,
    option: formatMicro(option),
    manual: formatMicro(manual),
    ai: formatMicro(ai),
    storage: formatMicro(storage),
    actions: Number(actions),
  }));
}
