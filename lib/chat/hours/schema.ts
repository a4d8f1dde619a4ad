import { z } from "zod";
import { settingsSchema } from "@/lib/settings/schema";
import { MIN_REPLIES } from "./rules";

/** GET /api/support/hours */
export const supportInfoSchema = z.object({
  isOpen: z.boolean(),
  changesAt: z.iso.datetime().nullable().meta({
    description: "When support closes, or opens again; null where it is always open",
  }),
  hours: settingsSchema.shape.supportHours.meta({
    description:
      "By day of the week from 1, Monday, in a zone; without a day support is always open",
  }),
  medianFirstReplySeconds: z
    .int()
    .nullable()
    .meta({
      description: `Half of the first answers of the last 30 days took that or less; null for fewer than ${MIN_REPLIES}`,
    }),
});
export type SupportInfo = z.output<typeof supportInfoSchema>;
export const supportInfoResponse = z.object({ support: supportInfoSchema });
