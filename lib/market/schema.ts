import { z } from "zod";
import { text } from "@/lib/platform/text";
import { type CandleInterval, candleIntervals, parseInterval } from "./candle-rules";
import { MARKET_SYMBOL } from "./rules";

const marketSource = z.enum(["live", "simulated", "replay"]);
export type MarketSource = z.infer<typeof marketSource>;

const interval = z
  .string()
  .default("5")
  .transform((typed, context): CandleInterval => {
    const parsed = parseInterval(typed);
    if (parsed !== null) return parsed;
    context.addIssue({
      code: "custom",
      message: text("errors.market.mustBeOne1515"),
    });
    return z.NEVER;
  });

const MAX_EPOCH_SECONDS = 32_503_680_000;

export const klineQuerySchema = z.object({
  interval,
  limit: z.coerce.number().int().min(1).max(1000).default(300),
  /** Epoch seconds: only candles that open earlier. */
  before: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_EPOCH_SECONDS, text("errors.market.beforeInSeconds"))
    .optional(),
});

const price = z.string().meta({ description: "Decimal string with 2 to 8 decimals" });
const amount = z.string().meta({ description: "Decimal string" });

const klineSchema = z.object({
  time: z.number().int().meta({ description: "Opening time, epoch seconds" }),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: amount,
});
export type Kline = z.infer<typeof klineSchema>;

export const klineResponseSchema = z.object({
  symbol: z.literal(MARKET_SYMBOL),
  interval: z.enum(candleIntervals),
  source: marketSource.nullable(),
  simulated: z.boolean(),
  stale: z.boolean(),
  klines: z.array(klineSchema),
});
export type KlineResponse = z.infer<typeof klineResponseSchema>;

export const priceResponseSchema = z.object({
  price: price.nullable(),
  bid: price.nullable(),
  ask: price.nullable(),
  change24h: z
    .string()
    .nullable()
    .meta({ description: "Percent against the price 24 hours ago, two decimals" }),
  price24hAgo: price.nullable().meta({
    description:
      "What change24h compares with: the price 24 hours before, or the earliest one since; two to eight decimals",
  }),
  high24h: price.nullable(),
  low24h: price.nullable(),
  volume24h: amount,
  source: marketSource.nullable(),
  sources: z.array(z.string()),
  simulated: z.boolean(),
  stale: z.boolean(),
  contested: z.boolean().meta({
    description:
      "A jump is withheld, the exchanges disagree or one has moved alone: nothing is entered, filled or accepted until it is false again",
  }),
  at: z.iso.datetime().nullable(),
  seq: z.string().nullable(),
});
export type PriceResponse = z.infer<typeof priceResponseSchema>;

/** The payload of the `market_tick` notification and of the socket's `price` event. */
const priceTickSchema = z.object({
  seq: z.string(),
  at: z.iso.datetime(),
  price,
  bid: price,
  ask: price,
  sourceCount: z.number().int(),
  source: marketSource,
  simulated: z.boolean(),
  contested: z.boolean(),
});
export type PriceTick = z.infer<typeof priceTickSchema>;
