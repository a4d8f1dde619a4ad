import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { OrderList, OrderResponse, OrderType } from "./schema";

/** Query keys of orders; `order` and `trade` events refresh all of them. */
export const orderKeys = {
  all: ["orders"] as const,
  recent: () => ["orders", "recent"] as const,
};

/** Every open order is among them: a user has 50 at most. */
export const RECENT_ORDERS = 100;
const REFRESH_MS = 30_000;
const POLL_MS = 5_000;

/** The user's newest orders. Refreshed by events; asked for every few seconds where there are none. */
export function useRecentOrders({ poll }: { poll: boolean }) {
  return useQuery({
    queryKey: orderKeys.recent(),
    queryFn: ({ signal }) =>
      api.get<OrderList>("/orders", { query: { limit: RECENT_ORDERS }, signal }),
    refetchInterval: poll ? POLL_MS : REFRESH_MS,
  });
}

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
  api.post<OrderResponse>("/orders", order, { idempotencyKey });

/** Cancels an open order. @throws ApiError */
export const cancelOrder = (id: string, idempotencyKey: string) =>
  api.delete<OrderResponse>(`/orders/${id}`, { idempotencyKey });
