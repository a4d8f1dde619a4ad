/** Inputs and answers of an account's freeze. */

import { z } from "zod";
import { forgotPasswordSchema } from "@/lib/accounts/schema";
import { optionalTotp, verifyEmailSchema } from "./schema";

/** POST /api/auth/freeze */
export const freezeSchema = verifyEmailSchema;

/** A frozen account. */
export const frozenSchema = z.object({
  frozenAt: z.iso.datetime(),
  wayBackMailed: z.boolean().meta({
    description:
      "A link that opens the account again is on its way by mail. Else its address was changed, and only support opens it",
  }),
});
export type Frozen = z.output<typeof frozenSchema>;

/** POST /api/auth/unfreeze-link */
export const unfreezeLinkSchema = forgotPasswordSchema;

/** POST /api/auth/unfreeze */
export const unfreezeSchema = z.strictObject({
  token: verifyEmailSchema.shape.token,
  totp: optionalTotp,
});
export type UnfreezeInput = z.output<typeof unfreezeSchema>;
