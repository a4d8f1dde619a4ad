/** Placing and cancelling orders. Apart from what every page needs of them. */
import { api } from "@/lib/platform/client/api";
import { rememberLog } from "@/lib/transparency/witnesses/seen-client";
import type { OrderResponse, OrderType, PlacedOrder } from "./schema";

export type NewOrder = {
  side: "buy" | "sell";
  type: OrderType;
  amount: string;
  price: string;
  expiresAt: string | null;
  feeRate: string;
};

/** Places an order. One key a review: sending it again can't place a second one. @throws ApiError */
export const placeOrder = (order: NewOrder, idempotencyKey: string) =>
  api.post<PlacedOrder>("/orders", order, { idempotencyKey }).then(rememberLog);

/** Cancels an open order. @throws ApiError */
export const cancelOrder = (id: string, idempotencyKey: string) =>
  api.delete<OrderResponse>(`/orders/${id}`, { idempotencyKey });
