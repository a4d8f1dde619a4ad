import { queryOptions, useQuery } from "@tanstack/react-query";
import type { TransactionGroup } from "@/lib/ledger/transactions/transaction-rules";
import type { TransactionList } from "@/lib/ledger/transactions/transaction-schema";
import { api } from "@/lib/platform/client/api";
import type { WealthList } from "./schema";

/**
 * What the history shows; days are `YYYY-MM-DD`, UTC, both included. Without a view it is what changed the
 * person's wealth.
 */
export type TransactionQuery = {
  view?: "accounts";
  type?: TransactionGroup;
  from?: string;
  to?: string;
};

/** Query keys of a user's history. */
export const transactionKeys = {
  all: ["transactions"] as const,
  recent: () => ["transactions", "recent"] as const,
  page: ({ view, type, from, to }: TransactionQuery, cursor: string | undefined) =>
    [
      "transactions",
      "page",
      {
        view: view ?? null,
        type: type ?? null,
        from: from ?? null,
        to: to ?? null,
        cursor: cursor ?? null,
      },
    ] as const,
  totals: ({ type, from, to }: TransactionQuery) =>
    ["transactions", "totals", type ?? null, from ?? null, to ?? null] as const,
};

export const TRANSACTIONS_PER_PAGE = 20;

export const RECENT_TRANSACTIONS = 3;

/** What changed the logged-in user's wealth last. */
export const recentTransactionsQuery = queryOptions({
  queryKey: transactionKeys.recent(),
  queryFn: ({ signal }) =>
    api.get<WealthList>("/user/transactions", { query: { limit: RECENT_TRANSACTIONS }, signal }),
});

/** One page of the logged-in user's history, newest first. */
export function useTransactions(query: TransactionQuery, cursor: string | undefined) {
  return useQuery({
    queryKey: transactionKeys.page(query, cursor),
    queryFn: ({ signal }) =>
      api.get<WealthList | TransactionList>("/user/transactions", {
        query: { ...query, cursor, limit: TRANSACTIONS_PER_PAGE },
        signal,
      }),
  });
}
