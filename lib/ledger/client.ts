import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { TransactionGroup, TransactionList } from "./transaction-schema";

/** What the history shows; days are `YYYY-MM-DD`, UTC, both included. */
export type TransactionQuery = { type?: TransactionGroup; from?: string; to?: string };

/** Query keys of a user's ledger movements. */
export const transactionKeys = {
  all: ["transactions"] as const,
  recent: () => ["transactions", "recent"] as const,
  page: ({ type, from, to }: TransactionQuery, cursor: string | undefined) =>
    [
      "transactions",
      "page",
      { type: type ?? null, from: from ?? null, to: to ?? null, cursor: cursor ?? null },
    ] as const,
};

export const TRANSACTIONS_PER_PAGE = 20;

export const RECENT_TRANSACTIONS = 3;

/** The logged-in user's newest few movements. */
export const recentTransactionsQuery = queryOptions({
  queryKey: transactionKeys.recent(),
  queryFn: ({ signal }) =>
    api.get<TransactionList>("/user/transactions", {
      query: { limit: RECENT_TRANSACTIONS },
      signal,
    }),
});

/** One page of the logged-in user's movements, newest first. */
export function useTransactions(query: TransactionQuery, cursor: string | undefined) {
  return useQuery({
    queryKey: transactionKeys.page(query, cursor),
    queryFn: ({ signal }) =>
      api.get<TransactionList>("/user/transactions", {
        query: { ...query, cursor, limit: TRANSACTIONS_PER_PAGE },
        signal,
      }),
  });
}
