import { balancesOf } from "@/lib/ledger/data";
import { getMarketHead } from "@/lib/market/data";
import { averageCost, type Position, valuePosition } from "@/lib/market/position-rules";
import { prisma } from "@/lib/platform/db";
import { pageOf } from "@/lib/platform/http";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { getSettings } from "@/lib/settings/data";
import type { StorageResponse } from "./schema";
import { toConversion } from "./serializers";

type Page = { limit: number; cursor?: string };

/** A page of a user's conversions, newest first. */
async function listConversions(userId: string, { limit, cursor }: Page) {
  const rows = await prisma.vaultConversion.findMany({
    where: { userId, ...(cursor === undefined ? {} : { seq: { lt: Number(cursor) } }) },
    orderBy: { seq: "desc" },
    take: limit + 1,
  });
  return pageOf(rows, limit, ({ seq }) => String(seq));
}

/** Of the XAUT that a user has stored, pending retrievals included, that whose cost is known, and the cost. */
async function getPosition(userId: string): Promise<Position> {
  const row = await prisma.vaultPosition.findUnique({ where: { userId } });
  if (row) return { quantityMicro: row.knownMicro, costMicro: row.costMicro };
  // Before version 0.3 the last conversion said it.
  const where = { userId, fillRules: 1 };
  const last = await prisma.vaultConversion.findFirst({ where, orderBy: { seq: "desc" } });
  return { quantityMicro: last?.storedAfterMicro ?? 0n, costMicro: last?.costAfterMicro ?? 0n };
}

/**
 * What a user has stored, what it cost and is worth at the newest bid, and a page of the conversions
 * that led there.
 */
export async function getStorage(userId: string, page: Page): Promise<StorageResponse> {
  const [position, balances, settings, realised, history, head] = await Promise.all([
    getPosition(userId),
    balancesOf(userId),
    getSettings(),
    prisma.vaultConversion.aggregate({ where: { userId }, _sum: { realisedMicro: true } }),
    listConversions(userId, page),
    getMarketHead(),
  ]);
  const average = averageCost(position);
  const now = head && valuePosition(position, head.bidE8);
  return {
    stored: formatMicro(balances.XAUT.stored),
    feeRate: settings.storageFeeRate,
    dailyLimit: settings.storageDailyLimit,
    cost: formatMicro(position.costMicro),
    averageCost: average === null ? null : formatPriceE8(average),
    price: head && formatPriceE8(head.bidE8),
    simulated: head?.simulated ?? false,
    value: now && formatMicro(now.valueMicro),
    pnl: now && formatMicro(now.pnlMicro),
    realisedPnl: formatMicro(realised._sum.realisedMicro ?? 0n),
    history: history.items.map(toConversion),
    nextCursor: history.nextCursor,
  };
}
