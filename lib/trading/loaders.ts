/** What trade endpoints and pages show: reads joined and written as DTOs. */
import { hasAcceptedRisk } from "@/lib/accounts/data";
import { csvResponse } from "@/lib/platform/csv";
import { AppError } from "@/lib/platform/errors";
import { type Caller, pageOf } from "@/lib/platform/http";
import {
  everyRow,
  getExactTimes,
  getTickSources,
  getTicks,
  getTrade,
  getTradingRules,
  listTrades,
  listUserTrades,
  totalTrades,
} from "./data";
import type { AdminTradesQuery, UserTradesQuery } from "./queries";
import { isOptionBlocked } from "./rules";
import type { AdminTradesAnswer, Receipt, TradeSettings, UserTradesAnswer } from "./schema";
import {
  toAdminTrade,
  toCsvRow,
  toReceipt,
  toTotals,
  toTrade,
  toTradeSettings,
  tradeCsvHeader,
} from "./serializers";

/** A page of a user's own trades. */
export async function loadUserTrades(
  userId: string,
  query: Pick<UserTradesQuery, "limit" | "cursor" | "type" | "status" | "from" | "to">,
): Promise<UserTradesAnswer> {
  const rows = await listUserTrades(userId, query);
  const { items, nextCursor } = pageOf(rows, query.limit, (row) => row.id);
  return { trades: items.map(toTrade), nextCursor };
}

/** All of a user's own trades under the filter, as a CSV download. */
export function exportUserTrades(userId: string, query: UserTradesQuery): Promise<Response> {
  const rows = everyRow((page) => listUserTrades(userId, { ...query, ...page }));
  return csvResponse("trades.csv", tradeCsvHeader, mapRows(rows, toCsvRow));
}

/** A page of everybody's trades, with totals over the whole filter. */
export async function loadTrades(query: AdminTradesQuery): Promise<AdminTradesAnswer> {
  const [rows, totals] = await Promise.all([listTrades(query), totalTrades(query)]);
  const { items, nextCursor } = pageOf(rows, query.limit, (row) => row.id);
  const seqs = items.flatMap(({ exitTickSeq }) => (exitTickSeq === null ? [] : [exitTickSeq]));
  const sources = await getTickSources(seqs);
  return {
    trades: items.map((row) => toAdminTrade(row, sources.get(row.exitTickSeq ?? 0n) ?? [])),
    totals: toTotals(totals),
    nextCursor,
  };
}

/** Everybody's trades under the filter, as a CSV download. */
export function exportTrades(query: AdminTradesQuery): Promise<Response> {
  const rows = everyRow((page) => listTrades({ ...query, ...page }));
  const header = ["user_id", "username", ...tradeCsvHeader];
  const cells = mapRows(rows, (row) => [row.user.id, row.user.username, ...toCsvRow(row)]);
  return csvResponse("trades.csv", header, cells);
}

/**
 * The receipt of one option, for its owner and for staff who may see everybody's trades.
 * @throws AppError NOT_FOUND for anybody else's and for trades that are no options
 */
export async function loadReceipt(caller: Caller, tradeId: string): Promise<Receipt> {
  const trade = await getTrade(tradeId, maySeeAll(caller) ? null : caller.userId);
  if (trade.type !== "option") throw new AppError("NOT_FOUND");
  const { entryTickSeq, exitTickSeq } = trade;
  const seqs = [
    ...(entryTickSeq === null ? [] : [entryTickSeq - 1n, entryTickSeq]),
    ...(exitTickSeq === null ? [] : [exitTickSeq, exitTickSeq + 1n]),
  ];
  const [times, ticks] = await Promise.all([getExactTimes(trade.id), getTicks(seqs)]);
  return toReceipt(trade, times, ticks);
}

const TRADE_READERS = ["*", "read", "finance"];

function maySeeAll({ isAdmin, permissions }: Caller): boolean {
  return isAdmin && permissions.some((permission) => TRADE_READERS.includes(permission));
}

async function* mapRows<Row, Result>(
  rows: AsyncIterable<Row>,
  toResult: (row: Row) => Result,
): AsyncGenerator<Result> {
  for await (const row of rows) yield toResult(row);
}

export type OptionPageData = {
  settings: TradeSettings;
  recent: UserTradesAnswer;
  isCountryBlocked: boolean;
  hasAcceptedRisk: boolean;
};

/** What the pages that trade options start with. */
export async function loadOptionPage(
  { userId, countryIso }: { userId: string; countryIso: string },
  recentLimit: number,
): Promise<OptionPageData> {
  const [rules, recent, accepted] = await Promise.all([
    getTradingRules(userId, countryIso),
    loadUserTrades(userId, { limit: recentLimit }),
    hasAcceptedRisk(userId, "option"),
  ]);
  return {
    settings: toTradeSettings(rules),
    recent,
    isCountryBlocked: isOptionBlocked(rules.settings, countryIso),
    hasAcceptedRisk: accepted,
  };
}
