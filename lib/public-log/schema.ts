/** The public log's state, as staff see it. */
import { z } from "zod";
import { alertSchema } from "@/lib/overview/schema";
import { liabilitySnapshotSchema } from "@/lib/transparency/liabilities/schema";

const moment = z.iso.datetime();

const witnessSchema = z.object({
  url: z.string().meta({ description: "Where it is asked" }),
  size: z.int().nullable().meta({ description: "How many entries it has signed for; null before" }),
  signedAt: moment.nullable(),
  askedAt: moment.nullable(),
  problem: z.string().nullable().meta({ description: "Why it did not sign when asked last" }),
});
export type WitnessDto = z.output<typeof witnessSchema>;

/** GET /api/admin/public-log */
export const publicLogResponse = z.object({
  alerts: z.array(alertSchema).meta({ description: "Those that concern the log" }),
  log: z
    .object({
      origin: z.string(),
      key: z.string(),
      size: z.int(),
      root: z.string().meta({ description: "In hex" }),
      at: moment,
    })
    .nullable()
    .meta({ description: "The newest checkpoint; null before the log begins" }),
  nameByAddress: z
    .string()
    .meta({ description: "The name that a log would get that begins now without LOG_ORIGIN" }),
  waiting: z.object({
    count: z.int().meta({ description: "At most 10001: more are not counted" }),
    seconds: z.int().meta({ description: "For how long the first has been waiting" }),
  }),
  witnesses: z.array(witnessSchema),
  liabilities: liabilitySnapshotSchema.nullable(),
  board: z.object({ day: z.iso.date(), at: moment }).nullable(),
});
export type PublicLogDto = z.output<typeof publicLogResponse>;
