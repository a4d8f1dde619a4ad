import type { RestingOrder } from "@/lib/generated/prisma/client";
import { type Db, prisma, reading } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import type { OrderDto, OrderList, OrdersQuery } from "./schema";
import { toOrder } from "./serializers";

async function withFills(db: Db, orders: RestingOrder[]): Promise<OrderDto[]> {
  const trades = await db.trade.findMany({
    where: { id: { in: orders.flatMap(({ tradeId }) => tradeId ?? []) } },
    select: { id: true, entryPriceE8: true, feeMicro: true, receivedMicro: true },
  });
  const fills = new Map(trades.map((trade) => [trade.id, trade]));
  return orders.map((order) => toOrder(order, fills.get(order.tradeId ?? "")));
}

/** One order of a user. @throws AppError NOT_FOUND */
export async function getOrder(userId: string, id: string): Promise<OrderDto> {
  const row = await prisma.restingOrder.findFirst({ where: { id, userId } });
  if (!row) throw new AppError("NOT_FOUND");
  const [order] = await withFills(prisma, [row]);
  return order!;
}

/** A page of a user's orders, newest first. */
export async function listOrders(
  userId: string,
  { status, cursor, limit }: Pick<OrdersQuery, "status" | "cursor" | "limit">,
): Promise<OrderList> {
  const rows = await reading.prisma.restingOrder.findMany({
    where: { userId, status, ...(cursor === undefined ? {} : { id: { lt: cursor } }) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { orders: await withFills(reading.prisma, items), nextCursor };
}
