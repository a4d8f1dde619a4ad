import type { VaultConversion } from "@/lib/generated/prisma/client";
import { averageCost } from "@/lib/market/position-rules";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import type { ConversionDto } from "./schema";

/** A conversion as the API writes it. */
export function toConversion(row: VaultConversion): ConversionDto {
  const average = averageCost({
    quantityMicro: row.storedAfterMicro,
    costMicro: row.costAfterMicro,
  });
  return {
    id: row.id,
    direction: row.direction,
    usdt: formatMicro(row.usdtMicro),
    xaut: formatMicro(row.xautMicro),
    price: formatPriceE8(row.priceE8),
    tickId: row.tickSeq.toString(),
    simulated: row.simulated,
    storedAfter: formatMicro(row.storedAfterMicro),
    averageCostAfter: average === null ? null : formatPriceE8(average),
    realisedPnl: row.realisedMicro === null ? null : formatMicro(row.realisedMicro),
    createdAt: row.createdAt.toISOString(),
  };
}
