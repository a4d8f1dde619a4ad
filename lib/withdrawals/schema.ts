import { z } from "zod";
import { flagsSchema, ownerSchema } from "@/lib/flags/schema";
import { amountError, typedAmountText } from "@/lib/platform/money/amount-form";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { oneTimeWithdrawPasswordUntil } from "@/lib/security/one-time-schema";
import { assertionSchema } from "@/lib/security/passkeys/assertion-schema";
import { cleanAddress } from "@/lib/wallets/addresses/rules";
import {
  adminNotesSchema,
  hasReason,
  missingReason,
  nextCursorSchema,
  payerSchema,
  paymentStatusSchema,
  processorSchema,
  rateQuoteSchema,
  sameHashSchema,
  seenSameHashSchema,
  shownRateSchema,
  transactionHashSchema,
} from "@/lib/wallets/payment-schema";
import { currencySchema, networkSchema } from "@/lib/wallets/schema";

const amountText = (error: string | typeof amountError) =>
  typedAmountText(/^\d{1,12}(\.\d{1,6})?$/, text("errors.common.enterNumberSuchAs10Or"), {
    codes: ["USDT", "XAUT"],
    error,
  });

/** POST /api/withdrawals. `amount` is in USDT, of XAUT in XAUT, and includes the fee. */
export const createWithdrawalSchema = z.strictObject({
  currency: currencySchema,
  network: networkSchema,
  address: z
    .string(text("errors.common.enterAddress"))
    .max(500)
    .overwrite(cleanAddress)
    .min(1, text("errors.common.enterAddress")),
  amount: amountText(amountError),
  fee: amountText(text("errors.withdrawals.notFee")).optional().meta({
    description:
      "The fee that was reviewed, in what the amount is in: another one is WITHDRAWAL_TERMS_CHANGED; of XAUT it may differ by 0.5%, since the price moves",
  }),
  // Absent is a wrong password: whether one is set at all is the first thing to be said.
  withdrawPassword: z.string().max(1000).default(""),
  totp: optionalOrNull(z.string().max(20)),
  passkey: assertionSchema.optional().meta({
    description:
      "Instead of the code, for a challenge of the purpose `withdrawal` (POST /api/user/passkeys/challenge)",
  }),
});
export type CreateWithdrawalInput = z.output<typeof createWithdrawalSchema>;

/**
 * A withdrawal. Amounts are in `amountCurrency`: XAUT of XAUT, else USDT; `net` is what leaves after the fee. USDT and
 * XAUT are paid as they are. In another coin, approval freezes what that is: `payoutAmount` coins at `payoutRate` USDT
 * for one. Both are null before, and in USDT and XAUT.
 */
export const withdrawalSchema = z.object({
  id: z.string(),
  number: z.string(),
  currency: currencySchema,
  network: networkSchema,
  address: z.string(),
  amount: z.string(),
  amountCurrency: z.enum(["USDT", "XAUT"]),
  fee: z.string(),
  net: z.string(),
  valueUsdt: z.string().meta({
    description:
      "What it counts with for the limits: XAUT at the bid when it was asked for, rounded up",
  }),
  payoutAmount: z.string().nullable(),
  payoutRate: z.string().nullable(),
  /** True where the rate was no market's, but a constant of the site's settings. */
  payoutRateSimulated: z.boolean(),
  status: paymentStatusSchema,
  transactionHash: z.string().nullable(),
  adminNotes: z.string().nullable(),
  createdAt: z.string(),
  approvedAt: z.string().nullable(),
  processedAt: z.string().nullable(),
  waitsUntil: z.string().nullable().meta({
    description: "Nobody approves it before that, as its owner chose; null without such a delay",
  }),
});
export type WithdrawalDto = z.output<typeof withdrawalSchema>;

/** A withdrawal as staff see it, with the user's balances to check it against. */
export const adminWithdrawalSchema = withdrawalSchema.extend({
  user: payerSchema,
  approvedBy: processorSchema,
  completedBy: processorSchema,
  processedBy: processorSchema.meta({ description: "Who decided last" }),
  sameHash: sameHashSchema,
  payoutRateSource: z.string().nullable(),
  payoutRateAt: z.string().nullable(),
  quote: rateQuoteSchema.extend({ amount: z.string() }).nullable().meta({
    description:
      "What approving now would freeze: coins at a rate. Null in USDT and XAUT, without a rate and after approval",
  }),
  balance: z
    .object({ available: z.string(), held: z.string() })
    .meta({ description: "In amountCurrency" }),
  flags: flagsSchema,
});
export type AdminWithdrawalDto = z.output<typeof adminWithdrawalSchema>;

/** What is worth a second look before money leaves. */
const checksSchema = z.object({
  accountInactive: z.boolean().meta({ description: "The user's account is deactivated" }),
  accountFrozen: z.boolean().meta({ description: "Its owner has frozen the account" }),
  addressValid: z.boolean().meta({ description: "Alphabet, length and checksum of its network" }),
  isFirst: z.boolean().meta({ description: "No earlier withdrawal of this user was paid" }),
  paidBefore: z.boolean().meta({ description: "This address got an earlier one of this user" }),
  savedAs: z.string().nullable().meta({ description: "Its name in the user's address book" }),
  savedAt: z.string().nullable(),
  credentialChangedAt: z
    .string()
    .nullable()
    .meta({ description: "A password was set or changed within seven days" }),
  heldUntil: z.string().nullable().meta({ description: "Of a hold within the last seven days" }),
  isHeld: z.boolean().meta({ description: "The hold is in force now" }),
});
export type WithdrawalChecks = z.output<typeof checksSchema>;

/** One withdrawal under review. */
export const reviewedWithdrawalSchema = adminWithdrawalSchema.extend({
  checks: checksSchema,
  owner: ownerSchema,
});
export type ReviewedWithdrawalDto = z.output<typeof reviewedWithdrawalSchema>;

export const withdrawalResponseSchema = z.object({ withdrawal: withdrawalSchema });
export const withdrawalListSchema = z.object({
  withdrawals: z.array(withdrawalSchema),
  nextCursor: nextCursorSchema,
});
export const adminWithdrawalResponseSchema = z.object({ withdrawal: reviewedWithdrawalSchema });
export const adminWithdrawalListSchema = z.object({
  withdrawals: z.array(adminWithdrawalSchema),
  nextCursor: nextCursorSchema,
});

/** GET /api/withdrawals/terms */
export const withdrawalTermsQuerySchema = z.object({ currency: currencySchema.default("USDT") });

/**
 * What a withdrawal of this user is bound to now. Amounts are in `currency`: XAUT of XAUT, else USDT. The limits are kept
 * in USDT; in XAUT they are what that is at `price`, the newest bid.
 */
export const withdrawalTermsSchema = z.object({
  terms: z.object({
    currency: z.enum(["USDT", "XAUT"]),
    price: z.string().nullable().meta({ description: "Of XAUT; null in USDT and without a price" }),
    priceAt: z.string().nullable(),
    stored: z.string().meta({ description: "XAUT in storage, which can be made available" }),
    available: z.string(),
    minimum: z.string(),
    dailyLimit: z.string(),
    /** What is left of the daily limit until 00:00 UTC. */
    remainingToday: z.string(),
    fee: z.string(),
    hasWithdrawPassword: z.boolean(),
    phrase: z
      .string()
      .nullable()
      .meta({ description: "What every mail to its owner has, to be shown on the review" }),
    oneTimeWithdrawPasswordUntil,
    twoFactorEnabled: z.boolean(),
    passkeyConfirms: z.boolean().meta({ description: "A passkey can take the place of the code" }),
    /** Whether only saved addresses can be paid. */
    addressBookOnly: z.boolean(),
    delayHours: z.int().meta({ description: "How long it waits before it can be approved" }),
    /** When a hold after a changed credential ends; null when there is none. */
    heldUntil: z.string().nullable(),
  }),
});
export type WithdrawalTerms = z.output<typeof withdrawalTermsSchema>["terms"];

/** PUT /api/admin/withdrawals/{id}/process */
export const processWithdrawalSchema = z
  .strictObject({
    action: z.enum(
      ["approve", "complete", "reject"],
      text("errors.withdrawals.chooseApproveCompleteOrReject"),
    ),
    adminNotes: adminNotesSchema,
    transactionHash: transactionHashSchema,
    seenSameHash: seenSameHashSchema,
    /** Of an approval in another coin than USDT. */
    rate: shownRateSchema,
    /** The state in which the caller saw it: one approved since is not rejected unawares. */
    seenStatus: z.enum(["pending", "processing"]).optional(),
  })
  .refine(({ action, transactionHash }) => action !== "complete" || transactionHash !== undefined, {
    path: ["transactionHash"],
    message: text("errors.withdrawals.enterTransactionHash"),
  })
  .refine(hasReason, missingReason);
export type ProcessWithdrawalInput = z.output<typeof processWithdrawalSchema>;
