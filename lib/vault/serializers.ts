import type { VaultConversion } from "@/lib/generated/prisma/client";
import { averageCost } from "@/lib/market/position-rules";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import type { ConversionDto } from "./schema";

const micro = (value: bigint | null) => (value === null ? null : formatMicro(value));
const price = (value: bigint | null) => (value === null ? null : formatPriceE8(value));

/** A conversion as the API writes it. */
export function toConversion(row: VaultConversion): ConversionDto {
  const average = averageCost({
    quantityMicro: row.knownAfterMicro ?? row.storedAfterMicro ?? 0n,
    costMicro: row.costAfterMicro ?? 0n,
  });
  return {
    id: row.id,
    number: row.number.toString(),
    direction: row.direction,
    status: row.status,
    currency: row.currency,
    usdt: micro(row.usdtMicro),
    xaut: micro(row.xautMicro),
    fee: formatMicro(row.feeMicro),
    price: price(row.priceE8),
    tickId: row.tickSeq?.toString() ?? null,
    limitPrice: price(row.limitPriceE8),
    voidReason: row.voidReason,
    simulated: row.simulated,
    storedAfter: micro(row.storedAfterMicro),
    averageCostAfter: price(average),
    realisedPnl: micro(row.realisedMicro),
    createdAt: row.createdAt.toISOString(),
  };
}
