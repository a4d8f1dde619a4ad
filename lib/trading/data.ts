import type { Fragment } from "postgres";
import type { Prisma, Trade } from "@/lib/generated/prisma/client";
import { dailyTradesUsed } from "@/lib/ledger/options";
import { DAY_MS } from "@/lib/platform/calendar";
import { prisma, reading, sql } from "@/lib/platform/db";
import { AppError, invalidCursor } from "@/lib/platform/errors";
import { everyRow, pageOf } from "@/lib/platform/http/lists";
import { isUuid } from "@/lib/platform/uuid";
import { getSettings } from "@/lib/settings/data";
import type { Settings } from "@/lib/settings/schema";
import { findOwnerIds } from "@/lib/user-search/owners";
import type { AdminTradesQuery, UserTradesQuery } from "./queries";
import { type MergedLimits, mergeLimits, type TradeType, tradeTypes } from "./rules";
import { type TradeStatus, tradeStatuses } from "./schema";

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

function whereOf(filter: Filter): Prisma.TradeWhereInput {
  const { direction, status, from, to } = filter;
  const types = typesOf(filter);
  return {
    ...(types.length < tradeTypes.length ? { type: { in: types } } : {}),
    ...(direction ? wayOf(direction) : {}),
    ...(status ? { status } : {}),
    ...(from || to
      ? {
          openedAt: { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) },
          // The order's index then begins where the period does.
          id: {
            ...(from ? { gte: firstIdAt(from.getTime() - ID_SLACK_MS) } : {}),
            ...(to ? { lt: firstIdAt(to.getTime() + ID_SLACK_MS) } : {}),
          },
        }
      : {}),
  };
}

const SPOT_STATUSES: readonly string[] = ["pending", "filled", "stopped"];
const OPTION_STATUSES: readonly string[] = ["open", "won", "lost", "refunded"];

/** The types that a filter leaves: where there is none, nobody shall look through all trades for it. */
function typesOf({ type, direction, status }: Filter): TradeType[] {
  const isOption = (each: TradeType) => each === "option";
  return tradeTypes.filter(
    (each) =>
      (!type || each === type) &&
      (!direction || isOption(each) === (direction === "up" || direction === "down")) &&
      (!status || !(isOption(each) ? SPOT_STATUSES : OPTION_STATUSES).includes(status)),
  );
}

/** An id holds the server's time when it was made, which is near the trade's own; by how far is left wide open. */
const ID_SLACK_MS = 2 * DAY_MS;

/** The smallest id of version 7 that is made at a moment. */
function firstIdAt(atMs: number): string {
  const hex = Math.max(0, atMs).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Ids grow with time, so a page's last id is where the next page starts. @throws AppError VALIDATION */
function afterCursor(cursor: string | undefined): Prisma.TradeWhereInput {
  if (cursor === undefined) return {};
  if (!isUuid(cursor)) throw invalidCursor();
  return { id: { lt: cursor } };
}

type Page = { limit: number; cursor?: string };

/** What lists show of a trade. */
export type ListedTrade = Pick<
  Trade,
  | "id"
  | "number"
  | "type"
  | "status"
  | "direction"
  | "side"
  | "amountMicro"
  | "currency"
  | "durationSeconds"
  | "payoutRatePpm"
  | "entryTickSeq"
  | "entryPriceE8"
  | "entryAt"
  | "expiresAt"
  | "exitTickSeq"
  | "exitPriceE8"
  | "openedAt"
  | "settledAt"
  | "feeMicro"
  | "payoutMicro"
  | "receivedMicro"
  | "pnlMicro"
  | "limitPriceE8"
  | "voidReason"
  | "simulated"
>;

/** Conditions beside user and period. @param way the column or expression that holds the direction */
export function conditionsOf({ type, direction, status }: Filter, way: Fragment): Fragment {
  return sql`${type ? sql`AND type = ${type}` : sql``} ${status ? sql`AND status = ${status}` : sql``}
    ${direction ? sql`AND ${way} = ${direction}` : sql``}`;
}

/**
 * A user's trades, newest first, one row more than `limit` when there are more. By the driver itself: it is asked for
 * with every look at one's own trades.
 * @throws AppError VALIDATION for a cursor that is none
 */
export async function listUserTrades(
  userId: string,
  { limit, cursor, ...filter }: Filter & Page,
): Promise<ListedTrade[]> {
  if (cursor !== undefined && !isUuid(cursor)) throw invalidCursor();
  if (typesOf(filter).length === 0) return [];
  const { from, to } = filter;
  // Bounds of the id as well: the order's index then begins where the period does.
  return reading.sql<ListedTrade[]>`
    SELECT id, number, type, status, direction, side, amount_micro AS "amountMicro", currency,
      duration_seconds AS "durationSeconds", payout_rate_ppm AS "payoutRatePpm", entry_tick_seq AS "entryTickSeq",
      entry_price_e8 AS "entryPriceE8", entry_at AS "entryAt", expires_at AS "expiresAt", exit_tick_seq AS "exitTickSeq",
      exit_price_e8 AS "exitPriceE8", opened_at AS "openedAt", settled_at AS "settledAt", fee_micro AS "feeMicro",
      payout_micro AS "payoutMicro", received_micro AS "receivedMicro", pnl_micro AS "pnlMicro",
      limit_price_e8 AS "limitPriceE8", void_reason AS "voidReason", simulated
    FROM trade WHERE user_id = ${userId}
      ${conditionsOf(filter, sql`coalesce(direction, side)`)}
      ${from ? sql`AND opened_at >= ${from} AND id >= ${firstIdAt(from.getTime() - ID_SLACK_MS)}` : sql``}
      ${to ? sql`AND opened_at < ${to} AND id < ${firstIdAt(to.getTime() + ID_SLACK_MS)}` : sql``}
      ${cursor === undefined ? sql`` : sql`AND id < ${cursor}`}
    ORDER BY id DESC LIMIT ${limit + 1}`;
}

export type AdminFilter = Filter & Pick<AdminTradesQuery, "user" | "userId">;
export type TradeOfUser = Trade & { user: { id: string; username: string } };

/** @throws AppError VALIDATION when too many users match */
async function adminWhere(filter: AdminFilter): Promise<Prisma.TradeWhereInput> {
  const userIds = await usersOf(filter);
  return { AND: [whereOf(filter), userIds === null ? {} : { userId: { in: userIds } }] };
}

const userOf = ({ user, userId }: AdminFilter) => user || userId;

/** The users whom a filter means, or null for everybody. @throws AppError VALIDATION when too many match */
export async function usersOf(filter: AdminFilter): Promise<string[] | null> {
  const user = userOf(filter);
  if (!user) return null;
  return isUuid(user) ? [user] : findOwnerIds(user, "user");
}

type Kind = { type?: TradeType; status?: TradeStatus };

/**
 * The kinds of trades that a filter lets through, each with an index in the list's order: the newest trades may
 * hold none of a kind for long. One without conditions where nothing but the order is asked for.
 */
function kindsOf(filter: AdminFilter): Kind[] {
  const { type, direction, status } = filter;
  if (userOf(filter) || !(type || direction || status)) return [{}];
  const statuses = status ? [status] : tradeStatuses;
  return statuses.flatMap((one) =>
    typesOf({ ...filter, status: one }).map((each) => ({ type: each, status: one })),
  );
}

/** Everybody's trades, newest first, one row more than `limit` when there are more. */
export async function listTrades(query: AdminFilter & Page): Promise<TradeOfUser[]> {
  const where = { AND: [await adminWhere(query), afterCursor(query.cursor)] };
  const take = query.limit + 1;
  const found = await Promise.all(
    kindsOf(query).map((kind) =>
      reading.prisma.trade.findMany({
        where: { AND: [where, kind] },
        include: { user: { select: { id: true, username: true } } },
        orderBy: { id: "desc" },
        take,
      }),
    ),
  );
  return found
    .flat()
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, take);
}

const EXPORT_PAGE = 1_000;

/** Every trade of a list, page by page, so that an export of any length fits in memory. */
export function everyTrade<T extends { id: string }>(
  list: (page: Page) => Promise<T[]>,
): AsyncGenerator<T> {
  return everyRow(
    async (page) => pageOf(await list(page), page.limit, ({ id }) => id),
    ({ items }) => items,
    EXPORT_PAGE,
  );
}

export type TickRow = {
  seq: bigint;
  /** ISO 8601 UTC with microseconds. */
  at: string;
  /** From when on somebody could know the price; null where that was not noted. */
  knownAt: string | null;
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
      to_char(known_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "knownAt",
      price_e8 AS "priceE8", bid_e8 AS "bidE8", ask_e8 AS "askE8", sources, simulated
    FROM market_tick WHERE seq = ANY (${seqs.map(String)}::bigint[])`;
  return new Map(rows.map((row) => [row.seq, row]));
}

export type ExactTimes = {
  openedAt: string;
  /** From when on a tick can be the entry of an option. */
  entryFrom: string;
  expiresAt: string | null;
};

/** When a trade, or the order that it is the fill of, was accepted and when it ends, to the microsecond. */
export async function getExactTimes(tradeId: string): Promise<ExactTimes> {
  const [row] = await sql<ExactTimes[]>`
    SELECT to_char(coalesce((SELECT o.accepted_at FROM resting_order o WHERE o.id = t.order_id), opened_at)
        AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "openedAt",
      to_char((opened_at + make_interval(secs => coalesce(entry_delay_ms, 0) / 1000.0)) AT TIME ZONE 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "entryFrom",
      to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "expiresAt"
    FROM trade t WHERE id = ${tradeId}`;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

export type Neighbour = { seq: bigint; at: string };

/**
 * The recorded ticks on either side of a moment: the last at or before it and the first after it.
 * @param at ISO 8601 UTC with microseconds
 */
export async function getTicksAround(
  at: string,
): Promise<{ before: Neighbour | undefined; after: Neighbour | undefined }> {
  // As text: the driver would cut a timestamp to milliseconds.
  const time = sql`to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`;
  const [[before], [after]] = await Promise.all([
    sql<
      Neighbour[]
    >`SELECT seq, ${time} FROM market_tick t WHERE t.at <= ${at}::text::timestamptz ORDER BY t.at DESC LIMIT 1`,
    sql<
      Neighbour[]
    >`SELECT seq, ${time} FROM market_tick t WHERE t.at > ${at}::text::timestamptz ORDER BY t.at LIMIT 1`,
  ]);
  return { before, after };
}

export type PassedOver = Neighbour & { reason: "contested" | "known" };

/** The ticks that an option's entry passed over, oldest first; where it got none, those of the 10 s it waited. */
export function getPassedOverTicks(tradeId: string): Promise<PassedOver[]> {
  return sql<PassedOver[]>`
    SELECT m.seq, CASE WHEN m.contested THEN 'contested' ELSE 'known' END AS reason, to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
    FROM trade t JOIN market_tick m ON m.at > t.opened_at AND m.seq IS DISTINCT FROM t.entry_tick_seq
      AND (m.contested OR m.known_at <= t.opened_at
        OR m.known_at < t.opened_at + make_interval(secs => coalesce(t.entry_delay_ms, 0) / 1000.0))
      AND m.at >= t.opened_at + make_interval(secs => coalesce(t.entry_delay_ms, 0) / 1000.0)
      AND m.at <= coalesce(t.entry_at, t.opened_at + make_interval(secs => 10 + coalesce(t.entry_delay_ms, 0) / 1000.0))
    WHERE t.id = ${tradeId} ORDER BY m.seq`;
}

/** Names of the sources behind ticks, by sequence number. */
export async function getTickSources(seqs: bigint[]): Promise<Map<bigint, string[]>> {
  const ticks = await getTicks(seqs);
  return new Map(
    [...ticks].map(([seq, { sources }]) => [seq, sources.map(({ source }) => String(source))]),
  );
}
