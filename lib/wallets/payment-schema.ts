/** What deposits and withdrawals have in common. */
import { z } from "zod";
import { formatQuery, listQuery, periodQuery } from "@/lib/platform/http/lists";
import { PAYMENT_STATUSES } from "./payment-status";
import { coinAmountSchema, currencySchema, networkSchema } from "./schema";

export { nextCursorSchema } from "@/lib/platform/http/lists";

export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);

/** `status=pending,processing`: any of these. */
const statusFilter = z
  .string()
  .transform((text) => text.split(",").filter(Boolean))
  .pipe(z.array(paymentStatusSchema));

/** Filters and paging of a payment list; the cursor is the running number of the last row. */
export const paymentQuerySchema = z.object({
  ...listQuery,
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, "Not a cursor of this list")
    .optional(),
  status: statusFilter.optional(),
});
export type PaymentQuery = z.output<typeof paymentQuerySchema>;

/**
 * The staff's list. `search` takes the beginning of a user name or e-mail address, a user's id, or a
 * whole address, transaction hash or number.
 */
export const adminPaymentQuerySchema = paymentQuerySchema.extend({
  cursor: z
    .string()
    .regex(/^[wd]?\d{1,18}$/, "Not a cursor of this list")
    .optional(),
  search: z.string().trim().max(100).optional(),
  userId: z.uuid().optional(),
  currency: currencySchema.optional(),
  network: networkSchema.optional(),
  /** When it was asked for. */
  ...periodQuery,
  /** Of a deposit in its coin, of a withdrawal in USDT; both ends included. */
  minAmount: coinAmountSchema.optional(),
  maxAmount: coinAmountSchema.optional(),
  /** "queue": what waits comes first, the longest waiting before the rest. */
  order: z.enum(["newest", "queue"]).default("newest"),
  ...formatQuery,
});
export type AdminPaymentQuery = z.output<typeof adminPaymentQuerySchema>;

/** Whose payment it is, and who decided on it, as staff see them. */
export const payerSchema = z.object({ id: z.string(), username: z.string(), email: z.string() });
export const processorSchema = z.object({ id: z.string(), username: z.string() }).nullable();

export const adminNotesSchema = z
  .string()
  .trim()
  .max(500)
  .meta({ description: "What the user reads beside the decision, as the reason of a rejection" })
  .optional()
  .transform((text) => text || undefined);
export const transactionHashSchema = z
  .string()
  .trim()
  .max(100)
  .meta({
    description:
      "64 hexadecimal digits in either case, with or without 0x; kept as the network writes it",
  })
  .optional()
  .transform((text) => text || undefined);
