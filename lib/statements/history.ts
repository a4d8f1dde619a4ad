import type { TransactionList } from "@/lib/ledger/transactions/transaction-schema";
import { listTransactions, transactionsCsv } from "@/lib/ledger/transactions/transactions";
import type { TransactionView, WealthList } from "./schema";
import { listWealth, type WealthFilter, wealthCsv } from "./wealth";

/**
 * A page of a user's history in one of its views, newest first.
 * @throws AppError VALIDATION for a cursor that is none of ours
 */
export const listHistory = (
  view: TransactionView,
  filter: WealthFilter & { limit: number; cursor?: string },
): Promise<WealthList | TransactionList> =>
  view === "wealth" ? listWealth(filter) : listTransactions(filter);

/** A user's history in one of its views as a CSV download, newest first. */
export const historyCsv = (view: TransactionView, filter: WealthFilter): Promise<Response> =>
  view === "wealth" ? wealthCsv(filter) : transactionsCsv(filter);
