import { z } from "zod";
import { parseMicro } from "@/lib/platform/money";
import { amountText } from "@/lib/platform/money/amount-form";
import { cleanAmount } from "@/lib/platform/money/typed-amount";
import { reasonSchema } from "@/lib/platform/reason-schema";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { fundingStates } from "./funding-rules";
import { planProblems } from "./plan-rules";
import { savingTypes } from "./rules";
import { savingRecordSchema, savingSchema } from "./schema";

const decimal = z.string().meta({ description: "Decimal string" });
const limit = amountText.nullable().default(null);
/** At most the whole principal a day; what a plan promises is bounded by what the house can set aside. */
const dailyRate = z
  .string(text("errors.savings.enterDailyRate"))
  .overwrite((typed) => cleanAmount(typed))
  .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, text("errors.savings.enterShareDayFrom01"));

const fields = {
  name: z
    .string(text("errors.common.enterName"))
    .trim()
    .min(1, text("errors.common.enterName"))
    .max(80),
  description: z.string().trim().max(500),
  type: z.enum(savingTypes, text("errors.savings.chooseFixedOrFlexible")),
  currency: z.enum(["USDT", "XAUT"], text("errors.common.chooseCurrency")),
  dailyRate,
  durationDays: z
    .int()
    .min(1, text("errors.savings.atLeastOneDay"))
    .max(3_650, text("errors.savings.atMost3650Days"))
    .nullable(),
  minAmount: amountText,
};

/** POST /api/admin/savings */
export const createPlanSchema = z
  .strictObject({
    ...fields,
    description: optionalOrNull(fields.description).transform((text) => text ?? ""),
    durationDays: fields.durationDays.default(null),
    maxAmount: limit,
    capacity: limit,
    isActive: optionalOrNull(z.boolean()).transform((isActive) => isActive ?? true),
  })
  .superRefine(({ type, durationDays, minAmount, maxAmount }, context) => {
    const minAmountMicro = parseMicro(minAmount) ?? 0n;
    const maxAmountMicro = maxAmount === null ? null : parseMicro(maxAmount);
    const terms = { type, durationDays, minAmountMicro, maxAmountMicro };
    for (const [field, message] of planProblems(terms)) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  });
export type CreatePlanInput = z.output<typeof createPlanSchema>;

/** PUT /api/admin/savings/{id}: whatever is to change; existing savings keep their terms. */
export const updatePlanSchema = z
  .strictObject({
    ...fields,
    maxAmount: amountText.nullable(),
    capacity: amountText.nullable(),
    isActive: z.boolean(),
    /** The plan as its editor saw it; a plan that was changed since is then refused. */
    updatedAt: z.iso.datetime(),
  })
  .partial();
export type UpdatePlanInput = z.output<typeof updatePlanSchema>;

/** PATCH /api/admin/savings/{id}/toggle-status */
export const togglePlanSchema = z.strictObject({ isActive: z.boolean().optional() });

/** DELETE /api/admin/savings/{id} */
export const deletePlanSchema = z.strictObject({
  reason: reasonSchema.optional(),
});

/** A plan as staff see it. */
export const adminSavingSchema = savingSchema.extend({
  records: z
    .object({ live: z.int(), closed: z.int() })
    .meta({ description: "Counted up to 1000 each" }),
  funding: z.object({
    state: z.enum(fundingStates),
    needed: decimal
      .nullable()
      .meta({ description: "Interest of all the capacity left; null without a capacity" }),
  }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdminSavingDto = z.output<typeof adminSavingSchema>;

/** The house's money behind the plans of one currency. */
const fundingSchema = z.object({
  currency: z.enum(["USDT", "XAUT"]),
  reserved: decimal.meta({ description: "Set aside for running savings" }),
  free: decimal.meta({ description: "In the interest account" }),
  owed: decimal.meta({ description: "What flexible savings wait for" }),
  needed: decimal.meta({ description: "For every active plan at its full capacity, and owed" }),
  missing: decimal,
  unlimitedPlans: z.int().meta({ description: "Active plans without a capacity" }),
});
export type SavingFunding = z.output<typeof fundingSchema>;
export const adminSavingListSchema = z.object({
  savings: z.array(adminSavingSchema),
  funding: z.array(fundingSchema),
  nextCursor: z.string().nullable(),
});
export type AdminSavingList = z.output<typeof adminSavingListSchema>;
export const adminSavingResponseSchema = z.object({ saving: adminSavingSchema });

/** GET /api/admin/savings/records */
export const adminRecordsResponseSchema = z.object({
  records: z.array(
    savingRecordSchema.extend({ user: z.object({ id: z.string(), username: z.string() }) }),
  ),
  nextCursor: z.string().nullable(),
});
export type AdminRecordsResponse = z.output<typeof adminRecordsResponseSchema>;
