/** A checkpoint as answers to orders name it, for a browser to hold the site to. */
import { z } from "zod";

export const seenLogSchema = z.object({
  size: z.int().meta({ description: "How many entries the public log had" }),
  root: z.string().meta({ description: "The hash of its root in base64, as in /log/checkpoint" }),
});
export type SeenLog = z.output<typeof seenLogSchema>;

/** What every answer to an order has. */
export const withLog = {
  log: seenLogSchema.nullable().meta({
    description:
      "The newest checkpoint of the public log that the server knew when it answered; null before the log begins",
  }),
};
