/** What trade endpoints and pages show: reads joined and written as DTOs. */

import { hasAcceptedRisk } from "@/lib/accounts/data";
import type { Trade } from "@/lib/generated/prisma/client";
import { balancesOf } from "@/lib/ledger/data";
import { getMarketHead } from "@/lib/market/data";
import { csvHeader, csvResponse } from "@/lib/platform/csv";
import { currentAccount, prisma } from "@/lib/platform/db";
import { pageOf } from "@/lib/platform/http";
import type { Principal } from "@/lib/sessions/mutations";
import { may } from "@/lib/sessions/permission-rules";
import { getSettings } from "@/lib/settings/data";
import { readProof, type Wanted } from "@/lib/transparency/receipt/data";
import type { tradeParts } from "@/lib/transparency/receipt/schema";
import {
  everyTrade,
  getExactTimes,
  getPassedOverTicks,
  getSpotPosition,
  getTickSources,
  getTicks,
  getTicksAround,
  getTrade,
  getTradingRules,
  listTrades,
  listUserTrades,
} from "./data";
import type { AdminTradesQuery, UserTradesQuery } from "./queries";
import type { Receipt } from "./receipt-schema";
import { type OptionReceipt, type SpotReceipt, toOptionReceipt, toSpotReceipt } from "./receipts";
import { isOptionBlocked, ratePpm } from "./rules";
import type { AdminTradesResponse, PositionDto, TradeSettings, UserTradesResponse } from "./schema";
import {
  toAdminTrade,
  toCsvRow,
  toPosition,
  toTotals,
  toTrade,
  toTradeSettings,
  tradeCsvHeader,
} from "./serializers";
import { spotPrice } from "./spot-rules";
import { totalTrades } from "./totals";

/** A page of a user's own trades. */
export async function loadUserTrades(
  userId: string,
  query: Pick<
    UserTradesQuery,
    "limit" | "cursor" | "type" | "direction" | "status" | "from" | "to"
  >,
): Promise<UserTradesResponse> {
  const rows = await listUserTrades(userId, query);
  const { items, nextCursor } = pageOf(rows, query.limit, (row) => row.id);
  return { trades: items.map(toTrade), nextCursor };
}

/** All of a user's own trades under the filter, as a CSV download. */
export function exportUserTrades(userId: string, query: UserTradesQuery): Promise<Response> {
  const rows = everyTrade((page) => listUserTrades(userId, { ...query, ...page }));
  return csvResponse("trades", tradeCsvHeader, mapRows(rows, toCsvRow));
}

/** A page of everybody's trades, with totals over the whole filter. */
export async function loadTrades(query: AdminTradesQuery): Promise<AdminTradesResponse> {
  const [rows, totals] = await Promise.all([listTrades(query), totalTrades(query)]);
  const { items, nextCursor } = pageOf(rows, query.limit, (row) => row.id);
  const sources = await getTickSources(items.flatMap((row) => decidingTick(row) ?? []));
  return {
    trades: items.map((row) => toAdminTrade(row, sources.get(decidingTick(row) ?? 0n) ?? [])),
    totals: toTotals(totals),
    nextCursor,
  };
}

/** The tick that an option settled on or a spot trade was filled at. */
const decidingTick = ({ type, entryTickSeq, exitTickSeq }: Trade): bigint | null =>
  type === "option" ? exitTickSeq : entryTickSeq;

/** Everybody's trades under the filter, as a CSV download. */
export function exportTrades(query: AdminTradesQuery): Promise<Response> {
  const rows = everyTrade((page) => listTrades({ ...query, ...page }));
  const header = [...csvHeader("userId", "username"), ...tradeCsvHeader];
  const cells = mapRows(rows, (row) => [row.user.id, row.user.username, ...toCsvRow(row)]);
  return csvResponse("trades", header, cells);
}

/**
 * The receipt of one trade, for its owner and for staff who may see everybody's trades.
 * @throws AppError NOT_FOUND for anybody else's
 */
export async function loadReceipt(caller: Principal, tradeId: string): Promise<Receipt> {
  const trade = await getTrade(tradeId, may(caller, "trades.read") ? null : caller.userId);
  const signal =
    trade.type === "ai"
      ? await prisma.strategySignal.findUnique({ where: { tradeId }, select: { id: true } })
      : null;
  const [receipt, proof] = await Promise.all([
    receiptOf(trade),
    readProof(provedBy(trade, signal?.id ?? null), trade.userId === caller.userId),
  ]);
  return { ...receipt, ...proof };
}

/** The rows of the public log's queue that prove a trade. */
function provedBy(
  { id, type, status, orderId, entryTickSeq, exitTickSeq }: Trade,
  signalId: string | null,
) {
  const isOver = status !== "open" && status !== "pending";
  const tick = (seq: bigint | null, step: bigint): Wanted => {
    if (seq === null) return isOver ? "none" : "not_yet";
    return seq + step < 1n ? "none" : { kind: "tick", ref: String(seq + step) };
  };
  // Prices are in the log, play money is not.
  const own = (wanted: Wanted): Wanted => (currentAccount() === "real" ? wanted : "none");
  // What was agreed to before the price: the trade, or the order or signal that it is the fill of.
  const agreed = (): Wanted => {
    if (signalId !== null) return { kind: "signal", ref: signalId };
    if (type === "ai") return "none";
    return orderId === null
      ? { kind: "trade_accepted", ref: id }
      : { kind: "order_accepted", ref: orderId };
  };
  return {
    accepted: own(agreed()),
    settled: own(isOver ? { kind: "trade_settled", ref: id } : "not_yet"),
    entryTick: tick(entryTickSeq, 0n),
    exitTick: type === "option" ? tick(exitTickSeq, 0n) : "none",
    tickAfterExit: type === "option" ? tick(exitTickSeq, 1n) : "none",
    tickBeforeEntry: tick(entryTickSeq, -1n),
  } satisfies Record<(typeof tradeParts)[number], Wanted>;
}

async function receiptOf(trade: Trade): Promise<OptionReceipt | SpotReceipt> {
  const { entryTickSeq, exitTickSeq } = trade;
  const seqs = [entryTickSeq, exitTickSeq].flatMap((seq) =>
    seq === null ? [] : [seq - 1n, seq, seq + 1n],
  );
  const [times, ticks] = await Promise.all([getExactTimes(trade.id), getTicks(seqs)]);
  if (trade.type !== "option") {
    const { orderId } = trade;
    const order = orderId && (await prisma.restingOrder.findUnique({ where: { id: orderId } }));
    // An order passes over whatever does not meet it, which may be months.
    const passedOver = order ? [] : await getPassedOverTicks(trade.id);
    return toSpotReceipt(trade, times, ticks, passedOver, order || null);
  }
  const missingAt = entryTickSeq === null ? times.entryFrom : times.expiresAt;
  const isMissing = trade.status === "void" && exitTickSeq === null && missingAt !== null;
  const [passedOver, gap] = await Promise.all([
    getPassedOverTicks(trade.id),
    isMissing ? getTicksAround(missingAt) : null,
  ]);
  return toOptionReceipt(trade, times, ticks, passedOver, gap);
}

async function* mapRows<Row, Result>(
  rows: AsyncIterable<Row>,
  toResult: (row: Row) => Result,
): AsyncGenerator<Result> {
  for await (const row of rows) yield toResult(row);
}

export type OptionPageData = {
  settings: TradeSettings;
  recent: UserTradesResponse;
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
    loadUserTrades(userId, { type: "option", limit: recentLimit }),
    hasAcceptedRisk(userId, "option"),
  ]);
  return {
    settings: toTradeSettings(rules),
    recent,
    isCountryBlocked: isOptionBlocked(rules.settings, countryIso),
    hasAcceptedRisk: accepted,
  };
}

export type SpotPageData = {
  settings: TradeSettings;
  recent: UserTradesResponse;
  position: PositionDto;
};

/** What the page that trades XAUT starts with. */
export async function loadSpotPage(
  { userId, countryIso }: { userId: string; countryIso: string },
  recentLimit: number,
): Promise<SpotPageData> {
  const [rules, recent, position] = await Promise.all([
    getTradingRules(userId, countryIso),
    loadUserTrades(userId, { type: "manual", limit: recentLimit }),
    loadPosition(userId),
  ]);
  return { settings: toTradeSettings(rules), recent, position };
}

/** What a user holds by spot trades, at what one XAUT sells for now. */
export async function loadPosition(userId: string): Promise<PositionDto> {
  const [settings, row, balances, head] = await Promise.all([
    getSettings(),
    getSpotPosition(userId),
    balancesOf(userId),
    getMarketHead(),
  ]);
  const spreadPpm = ratePpm(settings.manualSpread);
  const sellE8 = head && spotPrice("sell", head.bidE8, head.askE8, spreadPpm);
  return toPosition(row, balances.XAUT.available, sellE8);
}
