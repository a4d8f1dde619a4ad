import { z } from "zod";
import { periodQuery } from "@/lib/platform/http/lists";
import { tradeTypes } from "./rules";
import { tradeStatuses } from "./schema";

/** GET /api/trades/own-record; the filter of one's list of trades */
export const ownRecordQuerySchema = z.object({
  type: z.enum(tradeTypes).optional(),
  status: z.enum(tradeStatuses).optional(),
  /** When a trade was opened. */
  ...periodQuery,
});
export type OwnRecordQuery = z.output<typeof ownRecordQuerySchema>;

/** So many days are listed, the newest. */
export const MOST_DAYS = 92;

const outcomes = {
  won: z.int(),
  lost: z.int(),
  refunded: z.int().meta({ description: "Ended at the price that they began with" }),
  winRate: z.string().nullable().meta({
    description: "Won of won and lost, a decimal share; null where there are none",
  }),
};

/** GET /api/trades/own-record */
export const ownRecordSchema = z.object({
  totals: z.object({
    trades: z.int().meta({ description: "Trades that are over; one that was void is not counted" }),
    ...outcomes,
    staked: z.string().meta({ description: "Stakes of these options, in USDT" }),
    bought: z.string().meta({ description: "Spent on XAUT, in USDT" }),
    sold: z.string().meta({ description: "Received for XAUT, in USDT" }),
    fees: z.string().meta({ description: "In USDT, already taken off what was received" }),
    result: z.string().meta({
      description: "Won or lost together, in USDT. A buy has no result before its XAUT is sold",
    }),
  }),
  days: z
    .array(
      z.object({
        day: z.iso.date().meta({ description: "UTC, of the end of the trades" }),
        trades: z.int(),
        won: z.int(),
        lost: z.int(),
        result: z.string().meta({ description: "In USDT" }),
      }),
    )
    .meta({ description: `Days on which trades ended, oldest first; the newest ${MOST_DAYS}` }),
  durations: z.array(
    z.object({
      seconds: z.int(),
      ...outcomes,
      result: z.string().meta({ description: "What they won or lost together, in USDT" }),
    }),
  ),
});
export type OwnRecord = z.output<typeof ownRecordSchema>;
