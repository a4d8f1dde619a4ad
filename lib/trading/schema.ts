import { z } from "zod";
import { tradeTypes } from "./rules";

export const tradeStatuses = [
  "open",
  "won",
  "lost",
  "refunded",
  "void",
  "filled",
  "stopped",
] as const;
export type TradeStatus = (typeof tradeStatuses)[number];

const decimal = z.string().meta({ description: "Decimal string" });
const amountInput = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,6})?$/, "Enter an amount such as 10 or 12.50, with at most 6 decimals");

/** POST /api/trades */
export const openTradeSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("option"),
    direction: z.enum(["up", "down"]),
    amount: amountInput,
    /** Seconds: one of the durations of trade-settings. */
    duration: z.int().min(1).max(86_400),
  }),
  z.strictObject({
    type: z.literal("manual"),
    side: z.enum(["buy", "sell"]),
    amount: amountInput,
  }),
  z.strictObject({
    type: z.literal("ai"),
    strategy: z.string().min(1).max(60),
    amount: amountInput,
    params: z.record(z.string(), z.unknown()).optional(),
  }),
]);
export type OpenTradeInput = z.output<typeof openTradeSchema>;
export type OpenOptionInput = Extract<OpenTradeInput, { type: "option" }>;

export const tradeSchema = z.object({
  id: z.string(),
  type: z.enum(tradeTypes),
  status: z.enum(tradeStatuses),
  direction: z.enum(["up", "down"]).nullable(),
  side: z.enum(["buy", "sell"]).nullable(),
  amount: decimal,
  currency: z.string(),
  payoutRate: decimal.nullable(),
  duration: z.int().nullable(),
  entryPrice: decimal.nullable(),
  exitPrice: decimal.nullable(),
  fee: decimal,
  payout: decimal.nullable(),
  pnl: decimal.nullable(),
  openedAt: z.string(),
  entryAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  settledAt: z.string().nullable(),
  entryTickId: z.string().nullable(),
  exitTickId: z.string().nullable(),
  simulated: z.boolean(),
});
export type TradeDto = z.output<typeof tradeSchema>;

export const openTradeAnswerSchema = z.object({
  trade: tradeSchema,
  /** USDT left after the stake. */
  available: decimal,
});
export type OpenTradeAnswer = z.output<typeof openTradeAnswerSchema>;

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
export const tradeSettingsAnswerSchema = z.object({
  settings: z.object({
    option: z.object({
      ...limits,
      durations: z.array(z.object({ seconds: z.int(), payoutRate: decimal })),
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
export type TradeSettingsAnswer = z.output<typeof tradeSettingsAnswerSchema>;
export type TradeSettings = TradeSettingsAnswer["settings"];

/** GET /api/trades/user */
export const userTradesAnswerSchema = z.object({
  trades: z.array(tradeSchema),
  nextCursor: z.string().nullable(),
});
export type UserTradesAnswer = z.output<typeof userTradesAnswerSchema>;

const adminTradeSchema = tradeSchema.extend({
  user: z.object({ id: z.string(), username: z.string() }),
  /** Exchanges, or "simulated", behind the settlement price; empty before settlement. */
  exitSources: z.array(z.string()),
});
export type AdminTradeDto = z.output<typeof adminTradeSchema>;
/** GET /api/admin/trades */
export const adminTradesAnswerSchema = z.object({
  trades: z.array(adminTradeSchema),
  /** Over the whole filter, in USDT. */
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
export type AdminTradesAnswer = z.output<typeof adminTradesAnswerSchema>;

const neighbourSchema = z.object({ id: z.string(), at: z.string() }).nullable();
const tickSchema = z.object({
  id: z.string(),
  /** Microseconds, UTC. */
  at: z.string(),
  price: decimal,
  bid: decimal,
  ask: decimal,
  sources: z.array(z.record(z.string(), z.unknown())),
  simulated: z.boolean(),
});

/** GET /api/trades/{id}/receipt: what anyone needs to recompute the outcome. */
export const receiptAnswerSchema = z.object({
  receipt: z.object({
    trade: tradeSchema,
    /** Microseconds, UTC: what the entry and the exit were chosen by. */
    openedAt: z.string(),
    expiresAt: z.string().nullable(),
    entryTick: tickSchema.nullable(),
    exitTick: tickSchema.nullable(),
    /** Tick numbers have no gaps, so these two prove that no other tick was due. */
    tickBeforeEntry: neighbourSchema,
    tickAfterExit: neighbourSchema,
    arithmetic: z.object({
      difference: decimal.nullable(),
      outcome: z.enum(["won", "lost", "refunded", "void"]).nullable(),
      stake: decimal,
      payoutRate: decimal,
      /** stake × payoutRate, half to even. */
      gainIfRight: decimal,
      payout: decimal.nullable(),
      pnl: decimal.nullable(),
    }),
  }),
});
export type Receipt = z.output<typeof receiptAnswerSchema>["receipt"];
