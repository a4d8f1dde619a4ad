/** What anyone needs to recompute a trade. */
import { z } from "zod";
import { proofMembers, tradeParts } from "@/lib/transparency/receipt/schema";
import { tradeSchema } from "./schema";

const decimal = z.string().meta({ description: "Decimal string" });

const neighbourSchema = z.object({ id: z.string(), at: z.string() }).nullable();
const passedOverSchema = z.object({
  id: z.string(),
  at: z.string(),
  reason: z.enum(["contested", "known"]).meta({
    description:
      "contested: the sources did not agree on the price; known: its newest quote was received before that moment",
  }),
});
const tickSchema = z.object({
  id: z.string(),
  /** Microseconds, UTC. */
  at: z.string(),
  /** From when on somebody could know the price; null where that was not noted. */
  knownAt: z.string().nullable(),
  price: decimal,
  bid: decimal,
  ask: decimal,
  sources: z.array(z.record(z.string(), z.unknown())),
  simulated: z.boolean(),
});

const optionReceiptSchema = z.object({
  ...proofMembers(tradeParts),
  kind: z.literal("option"),
  trade: tradeSchema,
  /** Microseconds, UTC: what the entry and the exit were chosen by. */
  openedAt: z.string(),
  expiresAt: z.string().nullable(),
  entryDelayMs: z.int().meta({
    description:
      "As agreed to at acceptance: the entry is the first uncontested tick whose price was known to nobody until this long after it",
  }),
  passedOverTicks: z.array(passedOverSchema).meta({
    description: "Ticks between that moment and the entry",
  }),
  entryTick: tickSchema.nullable(),
  exitTick: tickSchema.nullable(),
  /** Tick numbers have no gaps, so these two prove that no other tick was due. */
  tickBeforeEntry: neighbourSchema,
  tickAfterExit: neighbourSchema,
  /**
   * Where a void option lacked a price: the recorded ticks on either side of its acceptance and delay (no entry
   * within 10 s after it) or of its end (none within 10 s before it).
   */
  gap: z.object({ before: neighbourSchema, after: neighbourSchema }).nullable(),
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
});
export type OptionReceipt = z.output<typeof optionReceiptSchema>;

const spotReceiptSchema = z.object({
  ...proofMembers(tradeParts),
  kind: z.literal("spot"),
  trade: tradeSchema,
  /** Microseconds, UTC: what the tick of the fill was chosen by; of an order, when it was accepted. */
  openedAt: z.string(),
  order: z
    .object({
      id: z.string(),
      number: z.string(),
      type: z.enum(["limit", "stop"]),
      price: decimal,
      expiresAt: z.string().nullable(),
    })
    .nullable()
    .meta({
      description:
        "The order that waited for its price, where the trade is its fill: the tick is the first uncontested one after openedAt that met it",
    }),
  passedOverTicks: z.array(passedOverSchema).meta({
    description: "Ticks between the order and the fill",
  }),
  entryTick: tickSchema.nullable().meta({
    description:
      "Of a fill: the first uncontested tick whose price nobody knew at the order (before version 0.3: the newest one at that moment)",
  }),
  /** Tick numbers have no gaps, so this one proves that no other tick was due. */
  tickBeforeEntry: neighbourSchema,
  tickAfterEntry: neighbourSchema,
  arithmetic: z.object({
    spread: decimal,
    /**
     * Buy: the larger of ask and (bid + ask) / 2 × (1 + spread / 2). Sale: the smaller of bid and
     * (bid + ask) / 2 × (1 - spread / 2). Half to even at 10^-8.
     */
    price: decimal.nullable(),
    /** USDT of the trade: what a buy spends; amount × price of a sale, rounded down. */
    gross: decimal.nullable(),
    feeRate: decimal,
    /** gross × feeRate, rounded up. */
    fee: decimal.nullable(),
    /** Buy: (gross - fee) / price, rounded down, in XAUT. Sale: gross - fee, in USDT. Before version 0.3 half to even. */
    received: decimal.nullable(),
    /** The part of a sale that had been bought; null for a buy and when nothing of it was bought. */
    closed: z
      .object({
        positionQuantity: decimal,
        positionCost: decimal,
        averageCost: decimal.nullable(),
        /** The smaller of amount and positionQuantity. */
        quantity: decimal,
        /** positionCost × quantity / positionQuantity, half to even. */
        cost: decimal,
        /** received × quantity / amount, half to even. */
        proceeds: decimal,
        /** proceeds - cost. */
        pnl: decimal,
      })
      .nullable(),
  }),
});
export type SpotReceipt = z.output<typeof spotReceiptSchema>;

/** GET /api/trades/{id}/receipt */
export const receiptResponseSchema = z.object({
  receipt: z.discriminatedUnion("kind", [optionReceiptSchema, spotReceiptSchema]),
});
export type Receipt = z.output<typeof receiptResponseSchema>["receipt"];
