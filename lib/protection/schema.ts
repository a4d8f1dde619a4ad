/** Limits that people set for themselves, and times in which they keep themselves out. */

import { z } from "zod";
import { amountText } from "@/lib/platform/money/amount-form";
import { text } from "@/lib/platform/text";

export const exclusionKinds = ["time_out", "self_exclusion"] as const;
export type ExclusionKind = (typeof exclusionKinds)[number];

const whole = (least: number, most: number) =>
  z
    .int(text("errors.trading.enterWholeNumber"))
    .min(least, text("errors.protection.between", { least, most }))
    .max(most, text("errors.protection.between", { least, most }));
const number = (least: number, most: number, of: string) =>
  whole(least, most).nullable().meta({ description: of });
const money = (of: string) => amountText.nullable().meta({ description: of });

/** PUT /api/user/limits: null is no limit, what is left out stays as it was asked for last. */
export const ownLimitsInput = z
  .strictObject({
    maxStake: money("Most USDT in one option, strategy run or purchase of gold; null: no limit"),
    maxLossDay: money("Most USDT lost in a UTC day; null: no limit"),
    maxLossWeek: money("Most USDT lost in a week from Monday, 00:00 UTC; null: no limit"),
    maxDepositDay: money("Most deposited in a UTC day, in USDT; null: no limit"),
    maxTradesDay: number(0, 100_000, "Most trades in a UTC day; null: no limit"),
    reminderMinutes: number(1, 1440, "Minutes between two reminders; null: none"),
  })
  .partial();
export type OwnLimitsInput = z.output<typeof ownLimitsInput>;

const decimal = z.string().nullable().meta({ description: "USDT; null: no limit" });
const count = z.int().nullable();
export const ownLimitsSchema = z.object({
  maxStake: decimal,
  maxLossDay: decimal,
  maxLossWeek: decimal,
  maxDepositDay: decimal,
  maxTradesDay: count,
  reminderMinutes: count,
});
export type OwnLimits = z.output<typeof ownLimitsSchema>;

export const exclusionSchema = z.object({
  kind: z.enum(exclusionKinds),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
});

const used = z.string().meta({ description: "USDT" });
/** GET and PUT /api/user/limits: what is in force, what waits, and what counts against it now. */
export const ownLimitsResponse = z.object({
  limits: ownLimitsSchema,
  pending: ownLimitsSchema
    .partial()
    .extend({ at: z.iso.datetime().meta({ description: "When it counts" }) })
    .nullable()
    .meta({ description: "Looser limits that were asked for; those that wait, and no others" }),
  exclusion: exclusionSchema.nullable().meta({
    description: "The time without options, strategy runs and deposits that is under way",
  }),
  today: z.object({
    result: z.string().meta({ description: "USDT won or lost since 00:00 UTC; below 0 is a loss" }),
    lossWeek: z.string().meta({ description: "USDT lost since Monday; below 0 is a gain" }),
    atRisk: used.meta({ description: "USDT in open options and running strategies" }),
    deposits: used.nullable().meta({ description: "USDT; null where a rate is unknown" }),
    trades: z.int(),
  }),
});
export type OwnLimitsState = z.output<typeof ownLimitsResponse>;

/** POST /api/user/time-out */
export const timeOutSchema = z.strictObject({ days: whole(1, 42) });
/** POST /api/user/self-exclusion */
export const selfExclusionSchema = z.strictObject({ months: whole(6, 60) });
export const exclusionResponse = z.object({ exclusion: exclusionSchema });
