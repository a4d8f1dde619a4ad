/** Staff's reports by day, week or month. */

import { z } from "zod";
import { formatQuery } from "@/lib/platform/http/lists";
import { text } from "@/lib/platform/text";
import { timeOf } from "@/lib/platform/time";
import { REPORT_STEPS } from "./rules";

/** How many periods an answer has at the most: two months of days, two years of months. */
const MAX_PERIODS = 62;

/** GET /api/admin/reports */
export const reportQuery = z.object({
  by: z.enum(REPORT_STEPS).default("day"),
  until: z.iso
    .date(text("errors.common.enterDateSuchAs202611"))
    .transform(timeOf)
    .optional()
    .meta({ description: "A day (UTC) of the newest period; today by default" }),
  periods: z.coerce.number().int().min(1).max(MAX_PERIODS).default(14),
  ...formatQuery,
});
export type ReportQuery = z.output<typeof reportQuery>;

const decimal = z.string().meta({ description: "Decimal string" });
const currency = z.enum(["USDT", "XAUT"]);

const money = z.object({
  currency,
  deposits: decimal,
  depositCount: z.int(),
  withdrawals: decimal.meta({ description: "What left for users, without the fee" }),
  withdrawalCount: z.int(),
  funded: decimal.meta({ description: "What the operator brought in, less what was taken out" }),
});

const products = [
  "options",
  "spot",
  "ai",
  "storage",
  "withdrawals",
  "savings",
  "referrals",
  "adjustments",
] as const;
/** What the house earns by, and spends on. */
export type ReportProduct = (typeof products)[number];

const house = z.object({
  product: z.enum(products),
  currency,
  fees: decimal,
  spread: decimal.meta({
    description:
      "What fills were better for the house than the middle of bid and ask of their tick",
  }),
  result: decimal.meta({ description: "Fees, spread and what else was won, less what was paid" }),
});

const owed = z.object({
  currency,
  available: decimal,
  held: decimal,
  options: decimal.meta({ description: "Stakes of open options" }),
  stored: decimal,
  savings: decimal,
  ai: decimal,
  total: decimal,
});

const waits = z.object({
  count: z.int(),
  medianSeconds: z.int().nullable(),
  p95Seconds: z.int().nullable(),
});

export const reportPeriodSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date().meta({ description: "The last day" }),
  isComplete: z.boolean().meta({ description: "False while it goes on" }),
  money: z.array(money),
  house: z.array(house),
  owed: z.array(owed).meta({ description: "To users, at the period's end" }),
  decisions: z
    .object({ deposits: waits, withdrawals: waits })
    .meta({ description: "From a request to staff's first decision on it, to 2.5%" }),
});
export type ReportPeriodDto = z.output<typeof reportPeriodSchema>;

export const reportResponse = z.object({
  by: z.enum(REPORT_STEPS),
  periods: z.array(reportPeriodSchema).meta({ description: "Newest first" }),
});
export type ReportResponse = z.output<typeof reportResponse>;
