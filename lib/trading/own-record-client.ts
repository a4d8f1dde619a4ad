import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { tradingKeys } from "./client";
import type { OwnRecord } from "./own-record-schema";

/** How one's settled options ended, by duration, refreshed by `trade` events. */
export function useOwnRecord() {
  return useQuery({
    queryKey: [...tradingKeys.all, "own-record"],
    queryFn: ({ signal }) => api.get<OwnRecord>("/trades/own-record", { signal }),
    staleTime: 30_000,
  });
}
