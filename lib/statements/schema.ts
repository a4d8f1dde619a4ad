import { z } from "zod";
import { transactionTypes } from "@/lib/ledger/transactions/transaction-rules";
import {
  transactionFilters,
  transactionSchema,
} from "@/lib/ledger/transactions/transaction-schema";

export const transactionViews = ["wealth", "accounts"] as const;
export type TransactionView = (typeof transactionViews)[number];

const decimal = z.string().meta({ description: "Decimal string with 6 decimals" });
const currency = z.enum(["USDT", "XAUT"]);
const amountSchema = z.object({ currency, amount: decimal });

/** One event that changed what a user owns. */
export const wealthLineSchema = z.object({
  id: z.string(),
  type: z.enum([...transactionTypes, "other"]),
  event: z.string().meta({ description: "The ledger's business event, for example option_settle" }),
  changes: z.array(amountSchema).meta({
    description: "What each currency changed by, fees included; negative when it became less",
  }),
  fees: z.array(amountSchema).meta({ description: "The fees inside the changes" }),
  spread: decimal.nullable().meta({
    description:
      "USDT that the distance from the index price to the price of the fill cost; null where nothing was exchanged",
  }),
  result: decimal.nullable().meta({
    description: "Realised result in USDT of an option, a sale or a retrieval; null for all else",
  }),
  prices: z.array(z.string()).meta({
    description:
      "Prices in USDT that it was computed with: of an exchange its price, of an option entry and exit, of a deposit or withdrawal of another coin its rate",
  }),
  reference: z.object({ type: z.string(), id: z.string() }).nullable(),
  number: z.string().nullable().meta({
    description: "Short number of the trade, run, conversion, saving, deposit or withdrawal",
  }),
  detail: z.string().nullable().meta({
    description:
      "How an option ended; buy or sell of a spot trade; the reason of an adjustment by support or of a reversed deposit",
  }),
  createdAt: z.iso.datetime(),
});
export type WealthLineDto = z.output<typeof wealthLineSchema>;

/** GET /api/user/transactions?view=wealth */
export const wealthListSchema = z.object({
  view: z.literal("wealth"),
  transactions: z.array(wealthLineSchema),
  nextCursor: z.string().nullable(),
});
export type WealthList = z.output<typeof wealthListSchema>;

/** Filters of GET /api/user/transactions. */
export const historyFilters = {
  view: z.enum(transactionViews).default("wealth").meta({
    description:
      "`wealth`: one line for each event that changed what the user owns; `accounts`: every line of every account",
  }),
  ...transactionFilters,
};

/** GET /api/user/transactions: lines of the view that was asked for. */
export const historySchema = z.object({
  view: z.enum(transactionViews),
  transactions: z.array(z.union([wealthLineSchema, transactionSchema])),
  nextCursor: z.string().nullable(),
});

/** An amount in each currency. */
export const wealthSchema = z
  .object({ USDT: decimal, XAUT: decimal })
  .meta({ description: "All accounts together, stakes of open options included" });

/** What a month did to a user's wealth, in figures. */
export const monthSchema = z.object({
  month: z.string().meta({ description: "Of UTC, for example 2026-11" }),
  soFar: z.boolean().meta({ description: "Whether the month is not over yet" }),
  opening: wealthSchema,
  closing: wealthSchema,
  lines: z.number().int(),
  fees: wealthSchema.meta({ description: "Fees paid" }),
});
export type MonthDto = z.output<typeof monthSchema>;

/** What a year did to a user's wealth, in figures. */
export const yearSchema = monthSchema.omit({ month: true }).extend({
  year: z.string().meta({ description: "Of UTC, for example 2026" }),
  soFar: z.boolean().meta({ description: "Whether the year is not over yet" }),
});
export type YearDto = z.output<typeof yearSchema>;

/** GET /api/user/statements */
export const monthListSchema = z.object({
  statements: z.array(monthSchema),
  years: z.array(yearSchema).meta({ description: "The sums of those months, newest first" }),
});

const resultsSchema = z
  .object({ option: decimal, trade: decimal, ai: decimal, storage: decimal })
  .meta({ description: "Realised results in USDT" });
const spreadSchema = decimal.meta({
  description: "USDT that spreads cost, as far as the prices are kept",
});

const figuresSchema = z.object({
  lines: z.number().int(),
  changes: wealthSchema.meta({ description: "What all changes come to, fees included" }),
  fees: wealthSchema.meta({ description: "Fees paid" }),
  spread: spreadSchema,
  results: resultsSchema,
});
/** What changes add up to. */
export type Figures = z.output<typeof figuresSchema>;

const kindSchema = figuresSchema.omit({ results: true }).extend({
  type: z.enum([...transactionTypes, "other"]),
  result: decimal.nullable().meta({
    description: "Realised result in USDT of options, spot trades, AI trading and storage",
  }),
});
/** What the changes of one kind add up to. */
export type KindFigures = z.output<typeof kindSchema>;

export const statementFormats = ["json", "html", "csv", "pdf"] as const;

/** The statement of one month. */
export const statementSchema = monthSchema.extend({
  username: z.string(),
  siteName: z.string(),
  madeAt: z.iso.datetime(),
  spread: spreadSchema,
  results: resultsSchema,
  transactions: z.array(wealthLineSchema).meta({ description: "Every change, oldest first" }),
});
export type Statement = z.output<typeof statementSchema>;

const ownedSchema = { opening: wealthSchema, closing: wealthSchema };

/** The statement of one year: the sum of its months. */
export const yearStatementSchema = figuresSchema.extend({
  year: z.string().meta({ description: "Of UTC, for example 2026" }),
  soFar: z.boolean().meta({ description: "Whether the year is not over yet" }),
  ...ownedSchema,
  kinds: z.array(kindSchema).meta({ description: "The year's changes by kind" }),
  months: z
    .array(
      figuresSchema.extend({
        month: z.string(),
        soFar: z.boolean(),
        ...ownedSchema,
        kinds: z.array(kindSchema),
      }),
    )
    .meta({ description: "From the first with a change of what the user owns, oldest first" }),
  username: z.string(),
  siteName: z.string(),
  madeAt: z.iso.datetime(),
});
export type YearStatement = z.output<typeof yearStatementSchema>;

/** GET /api/user/statements/{month} */
export const statementAnswerSchema = z.object({
  statement: z.union([statementSchema, yearStatementSchema]).meta({
    description: "Of a month with every change, of a year with its months and kinds",
  }),
});
