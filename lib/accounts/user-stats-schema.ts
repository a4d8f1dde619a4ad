import { z } from "zod";

const decimal = z.string().meta({ description: "Decimal string" });

/** What Home shows beside the balances. */
export const userStatsSchema = z.object({
  totalTrades: z.int(),
  openTrades: z.int(),
  wonTrades: z.int(),
  lostTrades: z.int(),
  openStakesUsdt: decimal.meta({ description: "Stakes of open options, part of totalUsdt" }),
  pendingDeposits: z.int(),
  pendingWithdrawals: z.int(),
  firstFundedAt: z.iso.datetime().nullable(),
  today: z.object({ changeUsdt: decimal, changePercent: decimal.nullable() }).nullable().meta({
    description:
      "Since 00:00 UTC, money paid in and out left aside, stakes of open options counted in full. Null without money or without recorded prices",
  }),
  history: z
    .array(z.object({ at: z.iso.datetime(), totalUsdt: decimal }))
    .meta({ description: "Hourly worth of the last day; empty until a whole day is recorded" }),
});
export type UserStats = z.output<typeof userStatsSchema>;
