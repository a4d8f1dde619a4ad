import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { type TradeQuery, tradingKeys } from "./client";
import type { OwnRecord } from "./own-record-schema";

/** How one's trades under a filter ended, refreshed by `trade` events. */
export function useOwnRecord(query: TradeQuery) {
  return useQuery({
    queryKey: tradingKeys.ownRecord(query),
    queryFn: ({ signal }) => api.get<OwnRecord>("/trades/own-record", { query, signal }),
    staleTime: 30_000,
  });
}
