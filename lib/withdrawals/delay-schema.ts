/** How long somebody's withdrawals wait, as they choose. docs/decisions/security/account-protection.md */

import { z } from "zod";
import { text } from "@/lib/platform/text";
import { callerProof } from "@/lib/security/schema";

/** In hours; 0 is none. The database knows them too. */
export const DELAY_HOURS = [0, 24, 48, 72] as const;

const hours = z.union(
  DELAY_HOURS.map((each) => z.literal(each)),
  text("errors.withdrawals.chooseDelay"),
);

/** PUT /api/user/withdrawal-delay */
export const setDelaySchema = z.strictObject({
  hours,
  password: callerProof.password
    .optional()
    .meta({ description: "Needed to make it shorter, which counts after 24 hours" }),
  totp: callerProof.totp,
});
export type SetDelayInput = z.output<typeof setDelaySchema>;

export const delaySchema = z.object({
  delay: z.object({
    hours: z.int().meta({ description: "What a withdrawal that is asked for now waits" }),
    pending: z.object({ hours: z.int(), at: z.iso.datetime() }).nullable(),
  }),
});
export type WithdrawalDelayState = z.output<typeof delaySchema>["delay"];
