import { z } from "zod";
import { amountText, amountTextIn, priceTextIn } from "@/lib/platform/money/amount-form";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { withLog } from "@/lib/transparency/witnesses/seen-schema";

export const tradeStatuses = [
  "pending",
  "open",
  "won",
  "lost",
  "refunded",
  "void",
  "filled",
  "stopped",
] as const;
export type TradeStatus = (typeof tradeStatuses)[number];

/** Why an order was not filled; everything went back then. */
export const voidReasons = [
  "PRICE_MOVED",
  "NO_PRICE",
  "HOUSE_LIMIT",
  "TRADE_AMOUNT_OUT_OF_RANGE",
] as const;

const decimal = z.string().meta({ description: "Decimal string" });
const priceInput = priceTextIn(text("errors.trading.enterPriceSuchAs400250"));
const rateInput = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,6})?$/, text("errors.trading.enterRateSuchAs082"));

/** POST /api/trades */
export const openTradeSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("option"),
    direction: z.enum(["up", "down"]),
    amount: amountTextIn("USDT"),
    /** Seconds: one of the durations of trade-settings. */
    duration: z.int().min(1).max(86_400),
    /** The rate that was reviewed: at another one nothing is opened. */
    payoutRate: rateInput.optional(),
  }),
  z.strictObject({
    type: z.literal("manual"),
    side: z.enum(["buy", "sell"]),
    /** USDT to spend for a buy, XAUT to give for a sale. */
    amount: amountText,
    /** Fill at this price or a better one, or not at all. */
    limitPrice: optionalOrNull(priceInput),
    /** The fee's rate that was reviewed: at another one nothing is traded. */
    feeRate: rateInput.optional(),
  }),
  z.strictObject({
    type: z.literal("ai"),
    strategy: z.string().min(1).max(60),
    amount: amountTextIn("USDT"),
    params: optionalOrNull(z.record(z.string(), z.unknown())),
  }),
]);
export type OpenTradeInput = z.output<typeof openTradeSchema>;
export type OpenOptionInput = Extract<OpenTradeInput, { type: "option" }>;
export type OpenSpotInput = Extract<OpenTradeInput, { type: "manual" }>;

const spotCurrency = z.enum(["USDT", "XAUT"]);
const nothing = z.null();

const anyTrade = {
  id: z.string(),
  number: z.string().meta({ description: "Short, to name it to support" }),
  status: z.enum(tradeStatuses),
  amount: decimal,
  currency: spotCurrency,
  entryPrice: decimal.nullable(),
  exitPrice: decimal.nullable(),
  fee: decimal.meta({ description: "In USDT" }),
  payout: decimal.nullable(),
  pnl: decimal.nullable().meta({ description: "In USDT; of a spot sale against the average cost" }),
  openedAt: z.string(),
  entryAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  settledAt: z.string().nullable(),
  entryTickId: z.string().nullable(),
  exitTickId: z.string().nullable(),
  simulated: z.boolean(),
  voidReason: z
    .enum(voidReasons)
    .nullable()
    .meta({ description: "Of a spot trade that was not filled" }),
};
const optionTradeSchema = z
  .object({
    ...anyTrade,
    type: z.literal("option"),
    direction: z.enum(["up", "down"]),
    side: nothing,
    received: nothing,
    receivedCurrency: nothing,
    payoutRate: decimal,
    duration: z.int().meta({ description: "Seconds" }),
    limitPrice: nothing,
  })
  .meta({ id: "OptionTrade" });
const spotTradeSchema = z
  .object({
    ...anyTrade,
    type: z.enum(["manual", "ai"]).meta({ description: "Of a person, or of a strategy run" }),
    direction: nothing,
    side: z.enum(["buy", "sell"]),
    received: decimal.nullable().meta({ description: "What the amount was changed into" }),
    receivedCurrency: spotCurrency,
    payoutRate: nothing,
    duration: nothing,
    limitPrice: decimal.nullable().meta({ description: "The worst price agreed to; null for any" }),
  })
  .meta({ id: "SpotTrade" });

export const tradeSchema = z.discriminatedUnion("type", [optionTradeSchema, spotTradeSchema]);
export type TradeDto = z.output<typeof tradeSchema>;
export type OptionTradeDto = z.output<typeof optionTradeSchema>;
export type SpotTradeDto = z.output<typeof spotTradeSchema>;

export const openTradeResponseSchema = z.object({
  trade: tradeSchema,
  available: decimal.meta({ description: "Available USDT afterwards; of a spot trade, now" }),
  availableXaut: decimal.optional().meta({ description: "Of a spot trade: available XAUT now" }),
  ...withLog,
});
export type OpenTradeResponse = z.output<typeof openTradeResponseSchema>;

/** A parameter of a strategy: what the form shows and what is accepted. */
const paramFieldSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("number"),
    label: z.string(),
    hint: z.string(),
    min: z.number(),
    max: z.number(),
    step: z.number(),
    default: z.number(),
    splitsAmount: z
      .literal(true)
      .optional()
      .meta({ description: "The amount is split into this many orders of at least 1 USDT" }),
  }),
  z.object({
    kind: z.literal("choice"),
    label: z.string(),
    hint: z.string(),
    options: z.array(z.string()).readonly(),
    default: z.string(),
  }),
]);

const limits = { enabled: z.boolean(), minAmount: decimal, maxAmount: decimal };

/** GET /api/trades/trade-settings */
export const tradeSettingsResponseSchema = z.object({
  settings: z.object({
    option: z.object({
      ...limits,
      durations: z.array(z.object({ seconds: z.int(), payoutRate: decimal })),
      entryDelayMs: z.int().meta({
        description: "The entry is the first tick at least this long after acceptance",
      }),
    }),
    manual: z.object({ ...limits, feeRate: decimal, spread: decimal }),
    ai: z.object({
      ...limits,
      strategies: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          description: z.string(),
          params: z.record(z.string(), paramFieldSchema),
          risk: z.string(),
        }),
      ),
    }),
    dailyTradeLimit: z.int(),
    dailyTradesUsed: z.int(),
  }),
});
export type TradeSettingsResponse = z.output<typeof tradeSettingsResponseSchema>;
export type TradeSettings = TradeSettingsResponse["settings"];

/** GET /api/trades/user */
export const userTradesResponseSchema = z.object({
  trades: z.array(tradeSchema),
  nextCursor: z.string().nullable(),
});
export type UserTradesResponse = z.output<typeof userTradesResponseSchema>;

const forStaff = {
  user: z.object({ id: z.string(), username: z.string() }),
  /** Exchanges, or "simulated", behind the settlement or fill price; empty before there is one. */
  priceSources: z.array(z.string()),
};
const adminTradeSchema = z.discriminatedUnion("type", [
  optionTradeSchema.extend(forStaff).meta({ id: "AdminOptionTrade" }),
  spotTradeSchema.extend(forStaff).meta({ id: "AdminSpotTrade" }),
]);
export type AdminTradeDto = z.output<typeof adminTradeSchema>;
/** GET /api/admin/trades */
export const adminTradesResponseSchema = z.object({
  trades: z.array(adminTradeSchema),
  /** Over the whole filter, in USDT: stakes and what buys spent, payouts and what sales brought. */
  totals: z.object({
    count: z.int(),
    staked: decimal,
    openStake: decimal,
    paidOut: decimal,
    /** What users won (positive) or lost on settled trades. */
    usersPnl: decimal,
    byStatus: z.partialRecord(z.enum(tradeStatuses), z.int()),
  }),
  nextCursor: z.string().nullable(),
});
export type AdminTradesResponse = z.output<typeof adminTradesResponseSchema>;

/** GET /api/trades/position */
export const positionResponseSchema = z.object({
  position: z.object({
    available: decimal.meta({ description: "XAUT" }),
    quantity: decimal.meta({ description: "XAUT bought by spot trades and not sold by one" }),
    cost: decimal.meta({ description: "USDT paid for the quantity, fees included" }),
    averageCost: decimal.nullable().meta({ description: "USDT for one XAUT" }),
    realised: decimal.meta({ description: "Results of all spot sales, in USDT" }),
    price: decimal
      .nullable()
      .meta({ description: "What one XAUT sells for now; null without a price" }),
    value: decimal
      .nullable()
      .meta({ description: "Of the quantity at that price, before the fee" }),
    pnl: decimal.nullable().meta({ description: "Value less cost" }),
  }),
});
export type PositionDto = z.output<typeof positionResponseSchema>["position"];
