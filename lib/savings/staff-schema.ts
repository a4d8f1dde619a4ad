import { z } from "zod";
import { savingTypes } from "./rules";
import { savingRecordSchema, savingSchema } from "./schema";

const amount = z
  .string("Please enter an amount")
  .trim()
  .regex(/^\d{1,9}(\.\d{1,6})?$/, "Enter an amount such as 10 or 12.50, with at most 6 decimals");
const limit = amount.nullable().default(null);
/** At most the whole principal a day; what a plan promises is bounded by what the house can set aside. */
const dailyRate = z
  .string("Please enter a daily rate")
  .trim()
  .regex(
    /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/,
    "Enter the share a day, from 0 to 1, with at most 9 decimals: 0.0001 is 0.01%",
  );

const fields = {
  name: z.string("Please enter a name").trim().min(1, "Please enter a name").max(80),
  description: z.string().trim().max(500),
  type: z.enum(savingTypes, "Please choose fixed or flexible"),
  currency: z.enum(["USDT", "XAUT"], "Please choose a currency"),
  dailyRate,
  durationDays: z.int().min(1, "At least one day").max(3_650, "At most 3650 days").nullable(),
  minAmount: amount,
};

/** POST /api/admin/savings */
export const createPlanSchema = z.object({
  ...fields,
  description: fields.description.default(""),
  durationDays: fields.durationDays.default(null),
  maxAmount: limit,
  capacity: limit,
  isActive: z.boolean().default(true),
});
export type CreatePlanInput = z.output<typeof createPlanSchema>;

/** PUT /api/admin/savings/{id}: whatever is to change; existing savings keep their terms. */
export const updatePlanSchema = z
  .object({
    ...fields,
    maxAmount: amount.nullable(),
    capacity: amount.nullable(),
    isActive: z.boolean(),
  })
  .partial();
export type UpdatePlanInput = z.output<typeof updatePlanSchema>;

/** PATCH /api/admin/savings/{id}/toggle-status */
export const togglePlanSchema = z.object({ isActive: z.boolean().optional() });

/** A plan as staff see it. */
export const adminSavingSchema = savingSchema.extend({
  records: z.object({ live: z.int(), closed: z.int() }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdminSavingDto = z.output<typeof adminSavingSchema>;
export const adminSavingListSchema = z.object({ savings: z.array(adminSavingSchema) });
export const adminSavingAnswerSchema = z.object({ saving: adminSavingSchema });

/** GET /api/admin/savings/records */
export const adminRecordsAnswerSchema = z.object({
  records: z.array(
    savingRecordSchema.extend({ user: z.object({ id: z.string(), username: z.string() }) }),
  ),
  nextCursor: z.string().nullable(),
});
export type AdminRecordsAnswer = z.output<typeof adminRecordsAnswerSchema>;
