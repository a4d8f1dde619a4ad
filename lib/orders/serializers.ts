import type { RestingOrder, Trade } from "@/lib/generated/prisma/client";
import { formatDecimal, formatMicro, formatPriceE8 } from "@/lib/platform/money";
import type { OrderDto } from "./schema";

/** What an order shows of the trade that filled it. */
export type OrderFill = Pick<Trade, "entryPriceE8" | "feeMicro" | "receivedMicro">;

/** An order as the API writes it. */
export function toOrder(row: RestingOrder, fill: OrderFill | undefined): OrderDto {
  return {
    id: row.id,
    number: row.number.toString(),
    side: row.side,
    type: row.type,
    amount: formatMicro(row.amountMicro),
    currency: row.side === "buy" ? "USDT" : "XAUT",
    price: formatPriceE8(row.priceE8),
    feeRate: formatDecimal(BigInt(row.feeRatePpm), 6).replace(/(\.\d\d\d*?)0+$/, "$1"),
    status: row.status,
    closeReason: row.closeReason,
    filledPrice:
      fill === undefined || fill.entryPriceE8 === null ? null : formatPriceE8(fill.entryPriceE8),
    received:
      fill === undefined || fill.receivedMicro === null ? null : formatMicro(fill.receivedMicro),
    fee: fill === undefined ? null : formatMicro(fill.feeMicro),
    tradeId: row.tradeId,
    createdAt: row.acceptedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}
