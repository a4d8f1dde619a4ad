import { z } from "zod";
import { listQuery, uuidCursor } from "@/lib/platform/http/lists";
import { amountText, priceTextIn } from "@/lib/platform/money/amount-form";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { recurringEvery, recurringTargets, skipReasons } from "./rules";

const DAYS = { day: 0, week: 7, month: 31 } as const;
const decimal = z.string().meta({ description: "Decimal string" });

/** POST /api/recurring */
export const createRecurringSchema = z
  .strictObject({
    amount: amountText.meta({
      description: "USDT to spend each time; nothing is set aside before",
    }),
    every: z.enum(recurringEvery),
    day: optionalOrNull(z.int(text("errors.recurring.chooseDay"))).meta({
      description:
        "Of a week from Monday (1 to 7), or of a month (1 to 31; a shorter month has its last day). None for every day",
    }),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, text("errors.recurring.enterTime"))
      .meta({ description: "Hours and minutes of the day in UTC", examples: ["09:00"] }),
    target: z.enum(recurringTargets).meta({
      description: "Available gold is bought as a trade, stored gold as storage does it",
    }),
    maxPrice: optionalOrNull(priceTextIn(text("errors.trading.enterPriceSuchAs400250"))).meta({
      description:
        "USDT for one XAUT. Where the price of the fill is above it that time is skipped and told; it does not count as one without money",
    }),
  })
  .superRefine(({ every, day }, context) => {
    const most = DAYS[every];
    const isRight = most === 0 ? day === undefined : day !== undefined && day >= 1 && day <= most;
    if (isRight) return;
    const message = text(`errors.recurring.days.${every}`);
    context.addIssue({ code: "custom", path: ["day"], message });
  });
export type CreateRecurringInput = z.output<typeof createRecurringSchema>;

/** PATCH /api/recurring/{id} */
export const changeRecurringSchema = z.strictObject({ paused: z.boolean() });

const runSchema = z.object({
  dueAt: z.iso.datetime(),
  reason: z
    .enum(skipReasons)
    .nullable()
    .meta({ description: "Why it was skipped; null where the purchase was accepted" }),
  tradeId: z.string().nullable(),
  conversionId: z.string().nullable(),
});

export const recurringSchema = z
  .object({
    id: z.string(),
    amount: decimal,
    every: z.enum(recurringEvery),
    day: z.int().nullable(),
    time: z.string().meta({ description: "Of the day in UTC" }),
    target: z.enum(recurringTargets),
    maxPrice: decimal.nullable(),
    status: z.enum(["active", "paused"]),
    pauseReason: z
      .enum(["USER", "NO_MONEY"])
      .nullable()
      .meta({ description: "Three times in a row without the money pause it" }),
    nextAt: z.iso.datetime().nullable().meta({
      description:
        "When it is due next; null while it is paused. Of times that the site missed only the newest is run",
    }),
    lastRun: runSchema.nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "RecurringBuy" });
export type RecurringDto = z.output<typeof recurringSchema>;

/** So many of a recurring buy's runs staff see. */
export const SHOWN_RUNS = 5;

/** GET /api/admin/users/{id}/recurring */
export const staffRecurringListSchema = z.object({
  recurring: z.array(
    recurringSchema
      .omit({ lastRun: true })
      .extend({
        status: z.enum(["active", "paused", "ended"]),
        runs: z.array(runSchema).meta({ description: `The last ${SHOWN_RUNS}, newest first` }),
      })
      .meta({ id: "StaffRecurringBuy" }),
  ),
  nextCursor: z.string().nullable(),
});
export type StaffRecurringList = z.output<typeof staffRecurringListSchema>;
export type StaffRecurringDto = StaffRecurringList["recurring"][number];

export const recurringResponseSchema = z.object({ recurring: recurringSchema });
export type RecurringResponse = z.output<typeof recurringResponseSchema>;

/** GET /api/recurring */
export const recurringQuerySchema = z.object({ ...listQuery, cursor: uuidCursor });
export type RecurringQuery = z.output<typeof recurringQuerySchema>;
export const recurringListSchema = z.object({
  recurring: z.array(recurringSchema),
  nextCursor: z.string().nullable(),
});
export type RecurringList = z.output<typeof recurringListSchema>;
