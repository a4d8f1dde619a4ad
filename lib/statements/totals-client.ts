import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { type TransactionQuery, transactionKeys } from "./client";
import type { HistoryTotals } from "./totals-schema";

/** What the changes under a filter come to, refreshed with the list. */
export function useHistoryTotals({ type, from, to }: TransactionQuery) {
  return useQuery({
    queryKey: transactionKeys.totals({ type, from, to }),
    queryFn: ({ signal }) =>
      api.get<HistoryTotals>("/user/transactions/totals", { query: { type, from, to }, signal }),
    staleTime: 30_000,
  });
}
