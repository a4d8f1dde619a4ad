import { queryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { TransactionGroup, TransactionList } from "./transaction-schema";

/** What the history shows; days are `YYYY-MM-DD`, UTC, both included. */
export type TransactionQuery = { type?: TransactionGroup; from?: string; to?: string };

/** Query keys of a user's ledger movements. */
export const transactionKeys = {
  all: ["transactions"] as const,
  recent: () => ["transactions", "recent"] as const,
  list: ({ type, from, to }: TransactionQuery) =>
    ["transactions", "list", { type: type ?? null, from: from ?? null, to: to ?? null }] as const,
};

export const TRANSACTIONS_PER_PAGE = 20;

export const RECENT_TRANSACTIONS = 3;

/** The signed-in user's newest few movements. */
export const recentTransactionsQuery = queryOptions({
  queryKey: transactionKeys.recent(),
  queryFn: ({ signal }) =>
    api.get<TransactionList>("/user/transactions", {
      query: { limit: RECENT_TRANSACTIONS },
      signal,
    }),
});

/** Pages of the signed-in user's movements, newest first. */
export function useTransactions(query: TransactionQuery) {
  return useInfiniteQuery({
    queryKey: transactionKeys.list(query),
    queryFn: ({ pageParam, signal }) =>
      api.get<TransactionList>("/user/transactions", {
        query: { ...query, cursor: pageParam, limit: TRANSACTIONS_PER_PAGE },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}
