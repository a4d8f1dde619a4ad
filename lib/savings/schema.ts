import { z } from "zod";
import { parseDecimal } from "@/lib/platform/money";
import { amountText } from "@/lib/platform/money/amount-form";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import {
  autoRenewals,
  notRenewedReasons,
  RATE_DECIMALS,
  savingStatuses,
  savingTypes,
} from "./rules";

const decimal = z.string().meta({ description: "Decimal string" });
const currency = z.enum(["USDT", "XAUT"]);

/** A plan as users see it. */
export const savingSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(savingTypes),
  currency,
  dailyRate: decimal.meta({ description: "Share of the principal a day: 0.00011 is 0.011%" }),
  durationDays: z.int().nullable().meta({ description: "Null for flexible plans" }),
  minAmount: decimal,
  maxAmount: decimal
    .nullable()
    .meta({ description: "Of all that one person has in it; null for no maximum" }),
  capacity: decimal.nullable().meta({ description: "Of all subscriptions; null for no limit" }),
  subscribed: decimal.meta({ description: "Principal of all live subscriptions" }),
  own: decimal.meta({ description: "Principal of the reader's own live subscriptions" }),
  subscribable: decimal.meta({
    description:
      "The most that the reader can add now, after maximum and capacity; 0 while the plan takes none, as while the house can't fund all of it",
  }),
  isActive: z.boolean(),
  description: z.string(),
});
export type SavingDto = z.output<typeof savingSchema>;
export const savingListSchema = z.object({ savings: z.array(savingSchema) });
export const savingResponseSchema = z.object({ saving: savingSchema });

/** A subscription, with the terms it was made with. */
export const savingRecordSchema = z.object({
  id: z.string(),
  number: z.string().meta({ description: "Short, to name it to support" }),
  savingId: z.string(),
  name: z.string(),
  type: z.enum(savingTypes),
  currency,
  principal: decimal,
  dailyRate: decimal,
  durationDays: z.int().nullable(),
  status: z.enum(savingStatuses),
  accrued: decimal.meta({ description: "Profit of the days counted so far" }),
  daysAccrued: z.int(),
  profitAtMaturity: decimal.nullable().meta({ description: "Null for flexible plans" }),
  startsAt: z.iso.datetime(),
  maturesAt: z.iso.datetime().nullable(),
  fundedUntil: z.iso.datetime().nullable().meta({
    description:
      "Flexible: until when the interest is set aside. Extended daily; later days earn once they are funded",
  }),
  fundingShort: z.boolean().meta({
    description: "Flexible: the house could not set the coming 30 days' interest aside in full",
  }),
  refundNow: z
    .object({ principal: decimal, profit: decimal })
    .nullable()
    .meta({ description: "What a refund now returns; null once closed" }),
  createdAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  paidPrincipal: decimal.nullable(),
  paidProfit: decimal.nullable(),
  autoRenew: z.enum(autoRenewals).meta({
    description:
      "What a fixed saving puts into its plan again when it matures, at the plan's terms of that day",
  }),
  minDailyRate: decimal
    .nullable()
    .meta({ description: "The least daily rate at which it is renewed; null without renewal" }),
  notRenewed: z.enum(notRenewedReasons).nullable().meta({
    description: "Why it was not renewed, although that was chosen; null where it was",
  }),
  renewedFrom: z.string().nullable().meta({ description: "The saving that this one renews" }),
});
export type SavingRecordDto = z.output<typeof savingRecordSchema>;

const ONE_PPB = 10n ** BigInt(RATE_DECIMALS);
const isShare = (value: string) => (parseDecimal(value, RATE_DECIMALS) ?? ONE_PPB) <= ONE_PPB;

const renewal = {
  minDailyRate: optionalOrNull(
    z
      .string()
      .trim()
      .regex(/^\d(\.\d{1,9})?$/, text("errors.savings.enterShareDayFrom01"))
      .refine(isShare, text("errors.savings.enterShareDayFrom01")),
  ).meta({
    description:
      "The least share a day at which it is renewed; the saving's own daily rate where none is said",
  }),
};

/** POST /api/savings/user/create */
export const createSavingSchema = z.strictObject({
  savingId: z.uuid(text("errors.savings.choosePlan")).toLowerCase(),
  amount: amountText,
  /** The terms that the user agreed to. With them, a plan changed meanwhile is refused. */
  terms: optionalOrNull(
    z.strictObject({
      dailyRate: z.string().regex(/^\d{1,3}(\.\d{1,9})?$/),
      durationDays: z.int().min(1).max(3_650).nullable(),
      type: z.enum(savingTypes).optional(),
      currency: currency.optional(),
    }),
  ),
  autoRenew: optionalOrNull(z.enum(autoRenewals)).meta({
    description: "For fixed plans; none where it is left out",
  }),
  ...renewal,
});
export type CreateSavingInput = z.output<typeof createSavingSchema>;
export const savingRecordResponseSchema = z.object({ record: savingRecordSchema });

/** PATCH /api/savings/user/{id} */
export const chooseRenewalSchema = z.strictObject({ autoRenew: z.enum(autoRenewals), ...renewal });
export type ChooseRenewalInput = z.output<typeof chooseRenewalSchema>;

const totals = z.object({
  principal: decimal.meta({ description: "Of pending and active savings" }),
  accrued: decimal.meta({ description: "Profit counted on them, not paid yet" }),
  paidProfit: decimal.meta({ description: "Profit of closed savings" }),
});
/** GET /api/savings/user/my-savings */
export const mySavingsResponseSchema = z.object({
  records: z.array(savingRecordSchema),
  totals: z
    .object({ USDT: totals, XAUT: totals })
    .meta({ description: "Over all of the user's savings, whatever the filter" }),
  nextCursor: z.string().nullable(),
});
export type MySavingsResponse = z.output<typeof mySavingsResponseSchema>;

/** POST /api/savings/user/refund/{id} */
export const refundResponseSchema = z.object({
  record: savingRecordSchema,
  refunded: z.object({ principal: decimal, profit: decimal }),
});
export type RefundResponse = z.output<typeof refundResponseSchema>;
