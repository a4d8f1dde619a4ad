import { z } from "zod";
import { recordKinds, recordStatuses } from "./record-rules";

/** GET /api/user/payments/totals; the filter of one's deposits and withdrawals. */
export const recordTotalsQuerySchema = z.object({
  kind: z.enum(recordKinds).optional(),
  status: z.enum(recordStatuses).optional(),
});

/** So many days are listed, the newest. */
export const MOST_DAYS = 92;

const decimal = z.string().meta({ description: "Decimal string with 6 decimals" });
const amounts = z.object({ USDT: decimal, XAUT: decimal });

/** GET /api/user/payments/totals */
export const recordTotalsSchema = z.object({
  totals: z.object({
    deposits: z.int().meta({ description: "Deposits that were credited and not taken back" }),
    withdrawals: z.int().meta({ description: "Withdrawals that were sent" }),
    in: amounts.meta({ description: "Credited" }),
    out: amounts.meta({ description: "Withdrawn, fees included" }),
    fees: amounts.meta({ description: "Fees of withdrawals, inside what was withdrawn" }),
    net: amounts.meta({ description: "Credited less withdrawn" }),
  }),
  days: z
    .array(
      z.object({
        day: z.iso.date().meta({ description: "UTC, of the end of the payments" }),
        payments: z.int(),
        net: amounts.meta({ description: "Credited less withdrawn" }),
      }),
    )
    .meta({ description: `Days with such a payment, oldest first; the newest ${MOST_DAYS}` }),
});
export type RecordTotals = z.output<typeof recordTotalsSchema>;
