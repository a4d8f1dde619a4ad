import { z } from "zod";

/** GET /api/trades/own-record */
export const ownRecordSchema = z.object({
  durations: z.array(
    z.object({
      seconds: z.int(),
      won: z.int(),
      lost: z.int(),
      refunded: z.int().meta({ description: "Ended at the price that they began with" }),
      winRate: z.string().nullable().meta({
        description: "Won of won and lost, a decimal share; null where there are none",
      }),
      result: z.string().meta({ description: "What they won or lost together, in USDT" }),
    }),
  ),
});
export type OwnRecord = z.output<typeof ownRecordSchema>;
