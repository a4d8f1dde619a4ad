/** Tells users what became of their orders. A fill is told by its trade. */

import type { RestingOrder } from "@/lib/generated/prisma/client";
import { defineDelivery, type Told } from "@/lib/notifications/delivery";
import { formatPriceE8 } from "@/lib/platform/money";
import { numbered, type Text, text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatPrice } from "@/lib/platform/ui/format";

function closedText(row: RestingOrder): Text {
  const { side, type, amountMicro } = row;
  const order = text(`notices.orders.${side}.${type}`, {
    amount: exactAmount(amountMicro, side === "buy" ? "USDT" : "XAUT"),
    price: formatPrice(formatPriceE8(row.priceE8), { exact: true }),
  });
  return text(`notices.orders.closed.${row.closeReason ?? "EXPIRED"}`, { order });
}

function toldOf(row: RestingOrder): Told {
  const { id, userId, status, closeReason } = row;
  const event = { t: "order", u: userId, id, status };
  if (status === "filled") return [event];
  return [
    event,
    {
      userId,
      type: "order",
      title: text(`notices.orders.titles.${status === "expired" ? "expired" : "cancelled"}`),
      message: numbered(closedText(row), row.number),
      ...(closeReason === "USER" ? { quiet: true as const } : {}),
    },
    { t: "balance", u: userId },
  ];
}

/** Of orders that were filled, cancelled or have expired. */
export const orderDelivery = defineDelivery(
  "order_closed",
  async (tx, orders: { orderId: string }[]) => {
    const rows = await tx.restingOrder.findMany({
      where: { id: { in: orders.map(({ orderId }) => orderId) } },
    });
    const told = new Map(rows.map((row) => [row.id, toldOf(row)]));
    return orders.map(({ orderId }) => told.get(orderId) ?? []);
  },
);
