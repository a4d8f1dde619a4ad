import { z } from "zod";
import { idParams, idSchema } from "@/lib/platform/http/lists";
import { amountTextIn } from "@/lib/platform/money/amount-form";
import { reasonSchema } from "@/lib/platform/reason-schema";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { openTradeResponseSchema, tradeSchema } from "@/lib/trading/schema";
import { strategyIds } from "@/lib/trading/strategies/strategy";
import { withLog } from "@/lib/transparency/witnesses/seen-schema";

const decimal = z.string().meta({ description: "Decimal string" });
const ratio = z.number().meta({ description: "0.1 is 10%" });
const params = z.record(z.string(), z.union([z.number(), z.string()]));
const strategy = z.enum(
  strategyIds,
  text("errors.ai.chooseOne", { value: strategyIds.join(", ") }),
);

/** POST /api/trades/ai/backtest */
export const backtestInputSchema = z.strictObject({
  strategy,
  amount: amountTextIn("USDT").default("1000"),
  params: optionalOrNull(z.record(z.string(), z.unknown())),
  prices: optionalOrNull(z.enum(["site", "recorded"])).meta({
    description:
      "Whose candles: this site's, or recorded gold of 2006 to 2019. By default recorded gold while the site's prices are simulated",
  }),
});
export type BacktestInput = z.output<typeof backtestInputSchema>;

const figuresSchema = z.object({
  endValue: decimal,
  profit: decimal,
  fees: decimal,
  fills: z.int(),
  totalReturn: ratio,
  cagr: ratio.nullable().meta({ description: "A year; null for less than 30 days" }),
  maxDrawdown: ratio,
  sharpe: z.number().nullable().meta({ description: "A year, risk-free rate 0" }),
  sortino: z.number().nullable().meta({ description: "A year, target 0" }),
  profitFactor: z.number().nullable().meta({ description: "Null when no sale lost" }),
  winRate: ratio.nullable().meta({ description: "Share of sales that gained; null without any" }),
});
export type FiguresDto = z.output<typeof figuresSchema>;

const partSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  bars: z.int(),
  strategy: figuresSchema,
  buyAndHold: figuresSchema,
});
export type BacktestPart = z.output<typeof partSchema>;

export const backtestResponseSchema = z.object({
  backtest: z.object({
    strategy,
    name: z.string(),
    params,
    interval: z.string(),
    amount: decimal,
    /** Some of the candles are simulated: the result says nothing about a market. */
    simulated: z.boolean(),
    recorded: z
      .object({
        instrument: z.string(),
        recordedBy: z.string(),
        source: z.string(),
        licence: z.string(),
      })
      .nullable()
      .meta({ description: "Where the candles of recorded gold come from; null for this site's" }),
    /** Candles before the first decision, which the indicators start from. */
    warmUpBars: z.int(),
    costs: z.object({
      feeRate: decimal,
      slippageRate: decimal,
      rule: z.string().meta({ description: "How fills and costs are counted" }),
    }),
    whole: partSchema,
    /** The first 70% of the bars, and the last 30% started afresh. */
    inSample: partSchema,
    outOfSample: partSchema,
    equity: z.array(z.object({ at: z.iso.datetime(), strategy: decimal, buyAndHold: decimal })),
  }),
});
export type Backtest = z.output<typeof backtestResponseSchema>["backtest"];

export const runStatuses = ["running", "stopping", "stopped"] as const;

export const runSchema = z.object({
  id: z.string(),
  number: z.string().meta({ description: "Short, to name it to support" }),
  strategy,
  name: z.string(),
  params,
  interval: z.string(),
  status: z.enum(runStatuses),
  allocated: decimal,
  cash: decimal.meta({ description: "USDT in the run" }),
  holding: decimal.meta({ description: "XAUT in the run" }),
  /** Cash and what selling the XAUT now would bring after costs; null without a price. */
  value: decimal.nullable(),
  /** Value (or what came back) less what was allocated. */
  pnl: decimal.nullable(),
  fees: decimal,
  fills: z.int(),
  returned: decimal.nullable(),
  /** A signal waits for the next price. */
  pending: z.boolean(),
  simulated: z.boolean(),
  startedAt: z.iso.datetime(),
  stoppedAt: z.iso.datetime().nullable(),
  stopReason: z.string().nullable(),
  lastCandleAt: z.iso.datetime().nullable(),
  /** When the candle ends that is decided on next; null once stopped, and without enough history. */
  nextDecisionAt: z.iso.datetime().nullable(),
  waitsForCandles: z.int().meta({
    description: "Candles that must close before its first decision; 0 when the next one is enough",
  }),
  setupId: z.string().nullable(),
});
export type RunDto = z.output<typeof runSchema>;

/** GET /api/trades/ai/runs: all live runs come on the first page, whatever the limit, and then those that ended. */
export const runListSchema = z.object({
  runs: z.array(runSchema),
  nextCursor: z.string().nullable(),
});
export type RunList = z.output<typeof runListSchema>;

const signalSchema = z.object({
  id: z.string(),
  action: z.enum(["buy", "sell"]),
  /** USDT to spend or XAUT to sell. */
  amount: decimal,
  currency: z.string(),
  status: z.enum(["pending", "filled", "lapsed"]),
  reason: z.string(),
  note: z.string().nullable(),
  candleAt: z.iso.datetime(),
  /** Recorded then, before the price of its fill existed. */
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
  tradeId: z.string().nullable(),
});
export type SignalDto = z.output<typeof signalSchema>;

/** GET /api/trades/ai/runs/{id}: the run with its newest signals and fills. */
export const runDetailSchema = z.object({
  run: runSchema,
  signals: z.array(signalSchema),
  fills: z.array(tradeSchema),
});
export type RunDetail = z.output<typeof runDetailSchema>;

/** POST /api/trades/ai/runs/{id}/stop */
export const runResponseSchema = z.object({ run: runSchema });
export type RunResponse = z.output<typeof runResponseSchema>;

/** POST /api/admin/users/{id}/runs/{runId}/stop */
export const runParams = idParams.extend({ runId: idSchema });
export const stopUserRunSchema = z.strictObject({
  reason: reasonSchema,
});

/** What POST /api/trades answers for a strategy run. */
export const startRunResponseSchema = z.object({
  run: runSchema,
  /** USDT left after the allocation. */
  available: decimal,
  ...withLog,
});
export type StartRunResponse = z.output<typeof startRunResponseSchema>;

/** POST /api/trades: a trade, or for type `ai` a run. */
export const anyTradeResponseSchema = z.union([openTradeResponseSchema, startRunResponseSchema]);

export const setupStatuses = ["proposed", "accepted", "declined", "withdrawn"] as const;

export const setupSchema = z.object({
  id: z.string(),
  userId: z.string(),
  strategy,
  name: z.string(),
  params,
  amount: decimal,
  note: z.string().nullable(),
  status: z.enum(setupStatuses),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** The run that accepting it started. */
  runId: z.string().nullable(),
});
export type SetupDto = z.output<typeof setupSchema>;

/** GET /api/trades/setups and GET /api/admin/users/{id}/trade-setups */
export const setupListSchema = z.object({
  setups: z.array(setupSchema),
  nextCursor: z.string().nullable(),
});
export type SetupList = z.output<typeof setupListSchema>;

/** POST /api/trades/setups/{id}/accept */
export const acceptSetupSchema = z.strictObject({
  /** The `updatedAt` of what was on screen: a proposal that changed since is refused. */
  updatedAt: z.iso.datetime().optional(),
});
export const acceptSetupResponseSchema = startRunResponseSchema.extend({ setup: setupSchema });
export type AcceptSetupResponse = z.output<typeof acceptSetupResponseSchema>;
export const setupResponseSchema = z.object({ setup: setupSchema });

const note = z.string().trim().max(500, text("errors.ai.atMost500Characters"));

/** POST /api/admin/users/{id}/trade-setups */
export const proposeSetupSchema = z.strictObject({
  strategy,
  params: optionalOrNull(z.record(z.string(), z.unknown())),
  amount: amountTextIn("USDT"),
  note: optionalOrNull(note),
});
export type ProposeSetupInput = z.output<typeof proposeSetupSchema>;

/** PUT /api/admin/trade-setups/{id}: what is left out stays. */
export const changeSetupSchema = proposeSetupSchema
  .partial()
  .extend({
    /** The `updatedAt` of what the caller saw: a proposal that changed since is refused. */
    updatedAt: z.iso.datetime().optional(),
  })
  .refine(
    ({ updatedAt: _, ...changes }) => Object.keys(changes).length > 0,
    text("errors.common.nothingChange"),
  );
export type ChangeSetupInput = z.output<typeof changeSetupSchema>;
