import { z } from "zod";
import { transactionFilters } from "@/lib/ledger/transactions/transaction-schema";
import { wealthSchema } from "./schema";

/** GET /api/user/transactions/totals; the filter of one's history. */
export const historyTotalsQuerySchema = z.object(transactionFilters);

/** So many days are listed, the newest. */
export const MOST_DAYS = 92;

/** GET /api/user/transactions/totals */
export const historyTotalsSchema = z.object({
  totals: z.object({
    events: z.int().meta({ description: "Events that changed what the user owns" }),
    changes: wealthSchema.meta({ description: "What all changes come to, fees included" }),
    fees: wealthSchema.meta({ description: "Fees paid, inside the changes" }),
  }),
  days: z
    .array(
      z.object({
        day: z.iso.date().meta({ description: "UTC" }),
        events: z.int(),
        changes: wealthSchema,
      }),
    )
    .meta({ description: `Days with such an event, oldest first; the newest ${MOST_DAYS}` }),
});
export type HistoryTotals = z.output<typeof historyTotalsSchema>;
