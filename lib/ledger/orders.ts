import { sql } from "@/lib/platform/db";
import { attempt } from "./attempt";
import { freeKey, rowOfFreeKey, takeKey } from "./request-keys";
import { inputHash, orderKey } from "./rules";
import type { SpotSide } from "./schema";

export type OrderInput = {
  userId: string;
  /** The client's idempotency key; scoped to the user here. */
  key: string;
  side: SpotSide;
  /** A limit waits for its price or a better one, a stop for its price or a worse one. */
  type: "limit" | "stop";
  /** USDT to spend for a buy, XAUT to give for a sale. */
  amountMicro: bigint;
  priceE8: bigint;
  expiresAt: Date | null;
  /** The fee's rate that the user reviewed, part of what a repeated key has to repeat. */
  reviewedFeePpm: number | null;
};

/**
 * Accepts an order that waits for its price, in one round trip: checks what can be checked, sets the amount aside and
 * leaves it open for matchOrders(). Rates and limits are those of the settings, narrowed by the user's own trade-config.
 * The same key and input again returns the first order, whatever became of it.
 * @throws AppError INSUFFICIENT_BALANCE, DAILY_TRADE_LIMIT, TRADE_AMOUNT_OUT_OF_RANGE, ORDER_PRICE_OUT_OF_RANGE,
 *   ORDER_EXPIRY_PASSED, TOO_MANY_ORDERS, TRADE_TERMS_CHANGED, MARKET_STALE, MARKET_THIN, PRODUCT_DISABLED,
 *   IDEMPOTENCY_CONFLICT
 */
export async function acceptOrder(
  input: OrderInput,
): Promise<{ orderId: string; replayed: boolean }> {
  const { userId, side, type, amountMicro, priceE8, expiresAt, reviewedFeePpm } = input;
  const hash = inputHash({ userId, side, type, amountMicro, priceE8, expiresAt, reviewedFeePpm });
  const taken = takeKey(orderKey(userId, input.key));
  const rows = await attempt(
    () => sql<{ orderId: string; replayed: boolean }[]>`
      SELECT o_order_id AS "orderId", o_replayed AS replayed
      FROM ${freeKey(taken)} CROSS JOIN LATERAL accept_order(free.key, ${hash}, ${userId}, ${side}, ${type}, ${amountMicro},
        ${priceE8}, ${expiresAt}, ${reviewedFeePpm})`,
  );
  return rowOfFreeKey(rows);
}

/** Cancels an open order of a user. @throws AppError NOT_FOUND, ORDER_CLOSED, MARKET_STALE */
export async function cancelRestingOrder(userId: string, orderId: string): Promise<void> {
  await attempt(() => sql`SELECT cancel_order(${userId}, ${orderId})`);
}

/**
 * Compares what waits with the ticks that came, many thousands at most a call.
 * @returns whether all of them were compared
 */
export async function matchOrders(): Promise<boolean> {
  const [row] = await attempt(() => sql<{ done: boolean }[]>`SELECT match_orders() AS done`);
  return row?.done === true;
}

/** An order that is over. */
export type ClosedOrder = {
  id: string;
  userId: string;
  status: "filled" | "cancelled" | "expired";
};

/**
 * Ends orders that are due: fills them at the tick that met them, closes those whose time is over. One worker at a time
 * does it; any number may call.
 */
export function fillDueOrders(limit: number): Promise<ClosedOrder[]> {
  return attempt(
    () => sql<ClosedOrder[]>`
      SELECT o_id AS id, o_user_id AS "userId", o_status AS status FROM fill_orders(${limit})`,
  );
}
