import { getMarketHead } from "@/lib/market/data";
import { averageCost, valuePosition } from "@/lib/market/position-rules";
import { prisma } from "@/lib/platform/db";
import { pageOf } from "@/lib/platform/http";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
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

/**
 * What a user has stored, what it cost and is worth at the newest bid, and a page of the conversions
 * that led there.
 */
export async function getStorage(userId: string, page: Page): Promise<StorageResponse> {
  const [latest, realised, history, head] = await Promise.all([
    prisma.vaultConversion.findFirst({ where: { userId }, orderBy: { seq: "desc" } }),
    prisma.vaultConversion.aggregate({ where: { userId }, _sum: { realisedMicro: true } }),
    listConversions(userId, page),
    getMarketHead(),
  ]);
  const position = {
    quantityMicro: latest?.storedAfterMicro ?? 0n,
    costMicro: latest?.costAfterMicro ?? 0n,
  };
  const average = averageCost(position);
  const now = head && valuePosition(position, head.bidE8);
  return {
    stored: formatMicro(position.quantityMicro),
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
