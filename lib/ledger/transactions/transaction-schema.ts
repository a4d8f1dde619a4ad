import { z } from "zod";
import { periodQuery } from "@/lib/platform/http/lists";
import { transactionTypes } from "./transaction-rules";

const decimal = z.string().meta({ description: "Decimal string with 6 decimals" });
const accountKind = z.enum(["available", "held", "escrow", "stored", "savings", "ai"]);

/** One line of one of a user's accounts. */
export const transactionSchema = z.object({
  id: z.string(),
  type: z.enum([...transactionTypes, "other"]),
  event: z.string().meta({ description: "The ledger's business event, for example option_settle" }),
  account: accountKind.meta({ description: "What amount and balanceAfter are of" }),
  otherAccount: accountKind
    .nullable()
    .meta({ description: "The user's other account when money moved between two of theirs" }),
  currency: z.string(),
  amount: decimal.meta({ description: "Negative when money left the account" }),
  balanceAfter: decimal
    .nullable()
    .meta({ description: "Of the account, right after this line; null for escrow" }),
  reference: z.object({ type: z.string(), id: z.string() }).nullable(),
  detail: z.string().nullable().meta({
    description:
      "How an option ended; buy, sell or fee of a spot trade; the reason of an adjustment by support or of a reversed deposit",
  }),
  createdAt: z.iso.datetime(),
});
export type TransactionDto = z.output<typeof transactionSchema>;

/** Filters of GET /api/user/transactions. */
export const transactionFilters = {
  type: z.enum(transactionTypes).optional(),
  ...periodQuery,
};

/** GET /api/user/transactions?view=accounts */
export const transactionListSchema = z.object({
  view: z.literal("accounts"),
  transactions: z.array(transactionSchema),
  nextCursor: z.string().nullable(),
});
export type TransactionList = z.output<typeof transactionListSchema>;
