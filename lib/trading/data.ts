import type { Prisma, Trade } from "@/lib/generated/prisma/client";
import { dailyTradesUsed } from "@/lib/ledger/options";
import { prisma, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { getSettings } from "@/lib/settings/data";
import type { Settings } from "@/lib/settings/schema";
import type { AdminTradesQuery, UserTradesQuery } from "./queries";
import { type MergedLimits, mergeLimits } from "./rules";

export type TradingRules = { settings: Settings; limits: MergedLimits; dailyTradesUsed: number };

/** What a user may trade right now: site settings narrowed by country and by their trade-config. */
export async function getTradingRules(userId: string, countryIso: string): Promise<TradingRules> {
  const [settings, own, used] = await Promise.all([
    getSettings(),
    prisma.tradeConfig.findUnique({ where: { userId } }),
    dailyTradesUsed(userId),
  ]);
  return { settings, limits: mergeLimits(settings, own, countryIso), dailyTradesUsed: used };
}

/** One trade of a user, or of anybody with `userId` null. @throws AppError NOT_FOUND */
export async function getTrade(id: string, userId: string | null): Promise<Trade> {
  const trade = await prisma.trade.findFirst({ where: { id, ...(userId ? { userId } : {}) } });
  if (!trade) throw new AppError("NOT_FOUND");
  return trade;
}

/** XAUT that a user bought and not sold, its cost, and the results of all sales; zeros before the first buy. */
export async function getSpotPosition(
  userId: string,
): Promise<{ quantityMicro: bigint; costMicro: bigint; realisedMicro: bigint }> {
  const row = await prisma.spotPosition.findUnique({ where: { bookId: userId } });
  return row ?? { quantityMicro: 0n, costMicro: 0n, realisedMicro: 0n };
}

type Filter = Pick<UserTradesQuery, "type" | "direction" | "status" | "from" | "to">;

const wayOf = (way: NonNullable<Filter["direction"]>) =>
  way === "up" || way === "down" ? { direction: way } : { side: way };

function whereOf({ type, direction, status, from, to }: Filter): Prisma.TradeWhereInput {
  return {
    ...(type ? { type } : {}),
    ...(direction ? wayOf(direction) : {}),
    ...(status ? { status } : {}),
    ...(from || to
      ? { openedAt: { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) } }
      : {}),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ids grow with time, so a page's last id is where the next page starts. @throws AppError VALIDATION */
function afterCursor(cursor: string | undefined): Prisma.TradeWhereInput {
  if (cursor === undefined) return {};
  if (!UUID.test(cursor)) {
    const message = "This cursor is not valid";
    throw new AppError("VALIDATION", { message, errors: { cursor: [message] } });
  }
  return { id: { lt: cursor } };
}

type Page = { limit: number; cursor?: string };

/** A user's trades, newest first, one row more than `limit` when there are more. */
export function listUserTrades(userId: string, query: Filter & Page): Promise<Trade[]> {
  return prisma.trade.findMany({
    where: { AND: [{ userId }, whereOf(query), afterCursor(query.cursor)] },
    orderBy: { id: "desc" },
    take: query.limit + 1,
  });
}

export type AdminFilter = Filter & Pick<AdminTradesQuery, "user">;
export type TradeOfUser = Trade & { user: { id: string; username: string } };

function adminWhere(filter: AdminFilter): Prisma.TradeWhereInput {
  const { user } = filter;
  if (!user) return whereOf(filter);
  if (UUID.test(user)) return { AND: [whereOf(filter), { userId: user }] };
  const startsWith = user.toLowerCase();
  const owner = { OR: [{ usernameKey: { startsWith } }, { email: { startsWith } }] };
  return { AND: [whereOf(filter), { user: owner }] };
}

/** Everybody's trades, newest first, one row more than `limit` when there are more. */
export function listTrades(query: AdminFilter & Page): Promise<TradeOfUser[]> {
  return prisma.trade.findMany({
    where: { AND: [adminWhere(query), afterCursor(query.cursor)] },
    include: { user: { select: { id: true, username: true } } },
    orderBy: { id: "desc" },
    take: query.limit + 1,
  });
}

export type StatusTotal = {
  status: string;
  count: number;
  stakeMicro: bigint;
  payoutMicro: bigint;
  pnlMicro: bigint;
};

/**
 * Number and sums of a filter's trades by status, in USDT. A buy counts as stake with what it spent, a sale as
 * payout with what it brought.
 */
export async function totalTrades(filter: AdminFilter): Promise<StatusTotal[]> {
  const where = adminWhere(filter);
  const [counts, stakes, sales] = await Promise.all([
    prisma.trade.groupBy({
      by: ["status"],
      where,
      _count: { _all: true },
      _sum: { payoutMicro: true, pnlMicro: true },
    }),
    prisma.trade.groupBy({
      by: ["status"],
      where: { AND: [where, { currency: "USDT" }] },
      _sum: { amountMicro: true },
    }),
    prisma.trade.groupBy({
      by: ["status"],
      where: { AND: [where, { side: "sell" }] },
      _sum: { receivedMicro: true },
    }),
  ]);
  return counts.map(({ status, _count, _sum }) => {
    const stake = stakes.find((row) => row.status === status)?._sum.amountMicro;
    const sold = sales.find((row) => row.status === status)?._sum.receivedMicro;
    return {
      status,
      count: _count._all,
      stakeMicro: stake ?? 0n,
      payoutMicro: (_sum.payoutMicro ?? 0n) + (sold ?? 0n),
      pnlMicro: _sum.pnlMicro ?? 0n,
    };
  });
}

const EXPORT_PAGE = 1_000;

/** Every row of a list, page by page, so that an export of any length fits in memory. */
export async function* everyRow<T extends { id: string }>(
  list: (page: Page) => Promise<T[]>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const rows: T[] = await list({ limit: EXPORT_PAGE, cursor });
    const page = rows.slice(0, EXPORT_PAGE);
    yield* page;
    cursor = rows.length > EXPORT_PAGE ? page.at(-1)?.id : undefined;
  } while (cursor !== undefined);
}

export type TickRow = {
  seq: bigint;
  /** ISO 8601 UTC with microseconds. */
  at: string;
  priceE8: bigint;
  bidE8: bigint;
  askE8: bigint;
  sources: Record<string, unknown>[];
  simulated: boolean;
};

/** Recorded ticks by their sequence numbers. */
export async function getTicks(seqs: bigint[]): Promise<Map<bigint, TickRow>> {
  if (seqs.length === 0) return new Map();
  const rows = await sql<TickRow[]>`
    SELECT seq, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
      price_e8 AS "priceE8", bid_e8 AS "bidE8", ask_e8 AS "askE8", sources, simulated
    FROM market_tick WHERE seq = ANY (${seqs.map(String)}::bigint[])`;
  return new Map(rows.map((row) => [row.seq, row]));
}

export type ExactTimes = { openedAt: string; expiresAt: string | null };

/** When a trade was accepted and when it ends, to the microsecond. */
export async function getExactTimes(tradeId: string): Promise<ExactTimes> {
  const [row] = await sql<ExactTimes[]>`
    SELECT to_char(opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "openedAt",
      to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "expiresAt"
    FROM trade WHERE id = ${tradeId}`;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

/** Names of the sources behind ticks, by sequence number. */
export async function getTickSources(seqs: bigint[]): Promise<Map<bigint, string[]>> {
  const ticks = await getTicks(seqs);
  return new Map(
    [...ticks].map(([seq, { sources }]) => [seq, sources.map(({ source }) => String(source))]),
  );
}
