import { z } from "zod";
import { flagsSchema, ownerSchema } from "@/lib/flags/schema";
import { typedAmountText } from "@/lib/platform/money/amount-form";
import { reasonSchema } from "@/lib/platform/reason-schema";
import { text } from "@/lib/platform/text";
import { cleanAddress } from "@/lib/wallets/addresses/rules";
import { CURRENCIES } from "@/lib/wallets/names";
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
import { COIN_AMOUNT, creditSchema, currencySchema, networkSchema } from "@/lib/wallets/schema";

/** POST /api/deposits, beside the proof image. */
export const createDepositSchema = z.strictObject({
  walletId: z.uuid(text("errors.deposits.chooseDepositAddress")).toLowerCase(),
  amount: typedAmountText(COIN_AMOUNT, text("errors.common.enterNumberSuchAs10Or"), {
    codes: CURRENCIES,
  }),
  transactionHash: transactionHashSchema,
  /** The address that the user was shown and paid to, which may have changed since. Default: the wallet's. */
  address: z.string().overwrite(cleanAddress).max(100).optional(),
});
export type CreateDepositInput = z.output<typeof createDepositSchema>;

/** A deposit. `amount` is in the coin, `rate` is USDT for one coin, `number` is what people quote. */
export const depositSchema = z.object({
  id: z.string(),
  number: z.string(),
  currency: currencySchema,
  network: networkSchema,
  address: z.string(),
  amount: z.string(),
  rate: z.string().nullable(),
  /** True where the rate was no market's, but a constant of the site's settings. */
  rateSimulated: z.boolean(),
  credited: creditSchema,
  creditedUsdt: z.string().nullable().meta({ description: "The same in USDT; null for XAUT" }),
  status: paymentStatusSchema,
  transactionHash: z.string().nullable(),
  proofUrl: z.string(),
  adminNotes: z.string().nullable(),
  createdAt: z.string(),
  processedAt: z.string().nullable(),
  reversal: z
    .object({
      at: z.iso.datetime(),
      reason: z.string(),
      currency: z.enum(["USDT", "XAUT"]),
      taken: z.string().meta({ description: "From the balance, at once" }),
      owed: z.string().meta({ description: "Still to be taken from later deposits" }),
    })
    .nullable()
    .meta({ description: "How it was taken back, where it was credited by mistake" }),
});
export type DepositDto = z.output<typeof depositSchema>;

/** What a pending deposit would be credited with now; shown before confirming. */
const quoteSchema = rateQuoteSchema.extend({ usdt: z.string() }).nullable().meta({
  description:
    "Null for XAUT, which is credited one to one, without a rate and when it is processed",
});

/** A deposit as staff see it. */
export const adminDepositSchema = depositSchema.extend({
  user: payerSchema,
  processedBy: processorSchema,
  sameHash: sameHashSchema,
  quote: quoteSchema,
  flags: flagsSchema,
});
export type AdminDepositDto = z.output<typeof adminDepositSchema>;

const payerNameSchema = z.object({ id: z.string(), username: z.string() });

/** POST /api/admin/deposits/{id}/reverse */
export const reverseDepositSchema = z.strictObject({ reason: reasonSchema });

/** One deposit under review. */
export const reviewedDepositSchema = adminDepositSchema.extend({
  proof: z.object({ width: z.int().nullable(), height: z.int().nullable() }),
  wallet: z.object({ isCurrent: z.boolean() }).meta({
    description: "Whether the address is still the wallet's own",
  }),
  owner: ownerSchema,
  reversalRequest: z
    .object({ id: z.string(), by: payerNameSchema, reason: z.string(), at: z.iso.datetime() })
    .nullable()
    .meta({ description: "The approval that a reversal waits for" }),
});
export type ReviewedDepositDto = z.output<typeof reviewedDepositSchema>;

export const depositResponseSchema = z.object({ deposit: depositSchema });
export const depositListSchema = z.object({
  deposits: z.array(depositSchema),
  nextCursor: nextCursorSchema,
});
export const adminDepositResponseSchema = z.object({ deposit: reviewedDepositSchema });
export const adminDepositListSchema = z.object({
  deposits: z.array(adminDepositSchema),
  nextCursor: nextCursorSchema,
});

/** PUT /api/admin/deposits/{id}/process */
export const processDepositSchema = z
  .strictObject({
    action: z.enum(["confirm", "reject"], text("errors.deposits.chooseConfirmOrReject")),
    adminNotes: adminNotesSchema,
    rate: shownRateSchema,
    /** For a deposit that was reported without one. */
    transactionHash: transactionHashSchema,
    seenSameHash: seenSameHashSchema,
    overrideReason: reasonSchema.optional().meta({
      description:
        "Why it is credited although its transaction was before; a second person approves it",
    }),
  })
  .refine(hasReason, missingReason);
export type ProcessDepositInput = z.output<typeof processDepositSchema>;
