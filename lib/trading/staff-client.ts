import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { Receipt } from "./receipt-schema";
import type { AdminTradesResponse } from "./schema";

type ListQuery = Record<string, string>;

/** Query keys of the staff's trades. */
export const staffTradeKeys = {
  all: ["staff", "trades"] as const,
  list: (query: ListQuery) => ["staff", "trades", "list", query] as const,
  receipt: (id: string) => ["staff", "trades", "receipt", id] as const,
};

const REFRESH_MS = 15_000;

/** One page of everybody's trades with totals over the filter; settling ones show up by themselves. */
export function useStaffTrades(query: ListQuery) {
  return useQuery({
    queryKey: staffTradeKeys.list(query),
    queryFn: ({ signal }) => api.get<AdminTradesResponse>("/admin/trades", { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** What anyone needs to recompute a trade. */
export function useStaffReceipt(tradeId: string) {
  return useQuery({
    queryKey: staffTradeKeys.receipt(tradeId),
    queryFn: async ({ signal }) =>
      (await api.get<{ receipt: Receipt }>(`/trades/${tradeId}/receipt`, { signal })).receipt,
    refetchInterval: ({ state }) => (state.data?.trade.status === "open" ? REFRESH_MS : false),
  });
}
