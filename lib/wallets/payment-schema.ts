/** What deposits and withdrawals have in common. */

import { z } from "zod";
import {
  cursorOfForm,
  formatQuery,
  idSchema,
  listQuery,
  periodQuery,
} from "@/lib/platform/http/lists";
import { visibleText } from "@/lib/platform/money/typed-amount";
import { REASON_MIN } from "@/lib/platform/reason";
import { text } from "@/lib/platform/text";
import { readTransactionHash } from "./names";
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
  cursor: cursorOfForm(/^\d{1,18}$/),
  status: statusFilter.optional(),
});
export type PaymentQuery = z.output<typeof paymentQuerySchema>;

const HASH_PROBLEMS = {
  none: text("errors.wallets.noTransactionHash"),
  two: text("errors.wallets.twoTransactionHashes"),
};

/** A transaction hash as people paste it; read as 64 hexadecimal digits in lower case. */
export const transactionHashSchema = z
  .string()
  .max(2_000)
  .nullish()
  .transform((typed, context) => {
    if (!typed || visibleText(typed) === "") return undefined;
    const reading = readTransactionHash(typed);
    if ("hash" in reading) return reading.hash;
    context.addIssue({ code: "custom", message: HASH_PROBLEMS[reading.problem] });
    return z.NEVER;
  });

/** Others of the same kind with the same transaction hash: at most five, those that moved money first. */
export const sameHashSchema = z.array(
  z.object({ id: z.string(), number: z.string(), status: paymentStatusSchema }),
);
export type SameHash = z.output<typeof sameHashSchema>;

/** Of a decision that moves money with a transaction hash; without it nothing is refused. */
export const seenSameHashSchema = z.array(idSchema).max(20).optional().meta({
  description:
    "Requests with the same transaction hash that the caller was warned of; with it the answer is 409 when there are others",
});

/** USDT for one coin as staff were shown it: when the market has moved away from it, nothing happens. */
export const shownRateSchema = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,8})?$/, text("errors.wallets.notRate"))
  .optional();

/** What a rate is, for those who look at it before they decide. */
export const rateQuoteSchema = z.object({
  rate: z.string(),
  at: z.string(),
  source: z.string(),
  simulated: z.boolean(),
});
export type RateQuote = z.output<typeof rateQuoteSchema>;

/** GET /api/wallets/rates. What an amount is about worth; what counts is the rate of the moment of a decision. */
export const coinRatesSchema = z.object({
  rates: z.array(rateQuoteSchema.extend({ currency: currencySchema })),
});
export type CoinRate = z.output<typeof coinRatesSchema>["rates"][number];

/**
 * The staff's list. `search` takes any part of a username or email address, a user's id, or a
 * whole address, transaction hash or number.
 */
export const adminPaymentQuerySchema = paymentQuerySchema.extend({
  cursor: cursorOfForm(/^[wd]?\d{1,18}$/),
  search: z.string().trim().max(128).optional(),
  userId: idSchema.optional(),
  currency: currencySchema.optional(),
  network: networkSchema.optional(),
  /** When it was asked for. */
  ...periodQuery,
  /** Of a deposit in its coin, of a withdrawal in USDT, of one of XAUT in XAUT; both ends included. */
  minAmount: coinAmountSchema.optional(),
  maxAmount: coinAmountSchema.optional(),
  order: z.enum(["newest", "oldest", "queue"]).default("newest").meta({
    description: "queue: what waits comes first, the longest waiting before the rest",
  }),
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
  .nullish()
  .transform((text) => text || undefined);

type Decision = { action: string; adminNotes?: string };

/** The owner of a request reads why it was rejected: five characters or more. */
export const hasReason = ({ action, adminNotes }: Decision): boolean =>
  action !== "reject" || (adminNotes?.length ?? 0) >= REASON_MIN;

/** What is said where a rejection has none. */
export const missingReason: { path: string[]; message: string } = {
  path: ["adminNotes"],
  message: text("errors.common.reasonTooShort", { min: REASON_MIN }),
};
