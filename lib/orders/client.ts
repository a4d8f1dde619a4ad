import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { OrderList } from "./schema";

/** Query keys of orders; `order` and `trade` events refresh all of them. */
export const orderKeys = {
  all: ["orders"] as const,
  open: () => ["orders", "open"] as const,
  history: () => ["orders", "history"] as const,
};

/** Every open order is among them: a user has 50 at most. */
const OPEN_ORDERS = 100;
const REFRESH_MS = 30_000;
const POLL_MS = 5_000;

type Live = { poll: boolean };
const refreshOf = ({ poll }: Live) => (poll ? POLL_MS : REFRESH_MS);

/** One's open orders. Refreshed by events; asked for every few seconds where there are none. */
export function useOpenOrders(live: Live) {
  return useQuery({
    queryKey: orderKeys.open(),
    queryFn: ({ signal }) =>
      api.get<OrderList>("/orders", { query: { status: "open", limit: OPEN_ORDERS }, signal }),
    refetchInterval: refreshOf(live),
  });
}

/** All of one's orders, newest first, a page at a time. */
export function useOrderHistory(live: Live) {
  return useInfiniteQuery({
    queryKey: orderKeys.history(),
    queryFn: ({ pageParam, signal }) =>
      api.get<OrderList>("/orders", { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: refreshOf(live),
  });
}
