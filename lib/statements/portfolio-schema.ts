import { z } from "zod";

export const portfolioPeriods = ["day", "week", "month", "quarter", "year", "all"] as const;
export type PortfolioPeriod = (typeof portfolioPeriods)[number];

const decimal = z.string().meta({ description: "Decimal string, USDT" });
const moment = z.iso.datetime();

/** GET /api/user/portfolio?period= */
export const portfolioQuery = z.object({
  period: z.enum(portfolioPeriods).default("month"),
});

const point = z.object({
  at: moment,
  value: decimal.nullable().meta({
    description:
      "What everything that was owned then was worth, stakes of open options included; null where gold was owned and no price was recorded",
  }),
  paid: decimal.meta({
    description: "What came from outside less what left since the point before, at the price then",
  }),
});

export const portfolioSchema = z.object({
  period: z.enum(portfolioPeriods),
  points: z.array(point).meta({
    description: "Oldest first; the last is of now. Empty before anything was owned",
  }),
  result: z
    .object({
      change: decimal.meta({
        description: "Worth at the end less worth at the beginning and less what was paid in",
      }),
      percent: z.string().nullable().meta({
        description: "Of the worth at the beginning with what was paid in; null of nothing",
      }),
      options: decimal.meta({ description: "Results of options that ended" }),
      interest: decimal,
      commission: decimal.meta({ description: "For invited friends" }),
      fees: decimal.meta({ description: "Paid, so negative" }),
      gold: decimal.meta({
        description: "All else: how the price of gold moved what was owned, spreads included",
      }),
    })
    .nullable()
    .meta({ description: "The parts add up to the change; null where a price is missing" }),
});
export type Portfolio = z.output<typeof portfolioSchema>;
export const portfolioResponse = z.object({ portfolio: portfolioSchema });
