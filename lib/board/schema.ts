/** How the site did: what is published once a day. */
import { z } from "zod";
import { strategyIds } from "@/lib/trading/strategies/strategy";

const decimal = z.string().meta({ description: "Decimal string" });
const cases = z.int();

/** Below so many cases a figure says more about chance than about the site. */
export const MIN_CASES = 20;
/** A reason is told in its own words once it was given to so many different people. */
export const MIN_PEOPLE = 3;
/** The period, in UTC days that have ended. */
export const BOARD_DAYS = 30;

const waits = {
  cases,
  medianSeconds: z.int().nullable().meta({ description: "Null for fewer than 20 cases" }),
  p95Seconds: z.int().nullable().meta({ description: "Null for fewer than 20 cases" }),
};

const queue = z.object({
  ...waits,
  waiting: z.int().meta({ description: "Asked for before the end and not decided on yet" }),
  refused: z.int(),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })).meta({
    description:
      "In the words that people were given, each to at least three people; the rest of `refused` had others",
  }),
});

const optionSchema = z.object({
  seconds: z.int(),
  payoutRate: decimal,
  won: z.int(),
  decided: z.int(),
  winRate: decimal.nullable().meta({ description: "won / decided; null for fewer than 20" }),
  low: decimal.nullable().meta({ description: "With 95% the chance to win is from here" }),
  high: decimal.nullable().meta({ description: "up to here" }),
  breakEven: decimal.meta({ description: "1 / (1 + payoutRate)" }),
});

const strategySchema = z.object({
  strategy: z.enum(strategyIds),
  runs: z.int(),
  live: decimal
    .nullable()
    .meta({ description: "All results together by all amounts; null for fewer than 20 runs" }),
  backtest: z
    .object({
      result: decimal,
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      prices: z.enum(["site", "simulated", "recorded"]),
    })
    .nullable(),
});

const dayOfPrices = z.object({
  day: z.iso.date(),
  seconds: z.int().meta({ description: "From the first price that was ever recorded on" }),
  covered: z.int().meta({ description: "of them with a price of at most 10 seconds before" }),
  simulated: z.boolean(),
});

export const boardFigures = z.object({
  from: z.iso.date(),
  to: z.iso.date().meta({ description: "The last day" }),
  deposits: queue,
  withdrawals: queue,
  support: z.object({
    ...waits,
    unanswered: z.int().meta({ description: "Begun in the period and not answered in it" }),
  }),
  options: z.array(optionSchema),
  cover: z.array(
    z.object({
      product: z.enum(["options", "savings"]),
      currency: z.enum(["USDT", "XAUT"]),
      promised: decimal,
      setAside: decimal,
      free: decimal,
    }),
  ),
  strategies: z.array(strategySchema),
  prices: z.object({
    uptime: decimal
      .nullable()
      .meta({ description: "Rounded down; null before the first day has ended" }),
    days: z.array(dayOfPrices),
  }),
});
export type BoardFigures = z.output<typeof boardFigures>;
export type DayOfPrices = BoardFigures["prices"]["days"][number];

const board = z.object({
  day: z.iso.date(),
  at: z.iso.datetime(),
  isDemo: z.boolean().meta({ description: "Play money of a demo" }),
  figures: boardFigures,
});
export type BoardDto = z.output<typeof board>;

/** GET /api/transparency/board */
export const boardQuery = z.object({
  day: z.iso.date().optional().meta({ description: "The day (UTC); without it the newest" }),
});
export const boardResponse = z.object({ board: board.nullable() });
