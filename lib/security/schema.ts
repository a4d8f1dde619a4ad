/** Inputs and answers of everything that protects an account. */

import { z } from "zod";
import { isEmailAddress } from "@/lib/accounts/schema";
import { listQuery, nextCursorSchema, uuidCursor } from "@/lib/platform/http/lists";
import { text } from "@/lib/platform/text";
import { oneTimeWithdrawPasswordUntil } from "./one-time-schema";

const password = z
  .string(text("errors.registration.enterPassword"))
  .min(1, text("errors.registration.enterPassword"))
  .max(1000);
const totp = z
  .string(text("errors.accounts.enterCodeYourAuthenticatorApp"))
  .trim()
  .min(1, text("errors.accounts.enterCodeYourAuthenticatorApp"))
  .max(20);

/** A code, which counts with two-factor. */
export const optionalTotp = z.string().trim().max(20).optional();

/** Of the caller, who proves that it is them; the code counts with two-factor. */
export const callerProof = { password, totp: optionalTotp };

/** GET /api/user/security: what protects the account, and what is under way. */
export const securityResponseSchema = z.object({
  security: z.object({
    email: z.string(),
    emailVerified: z.boolean(),
    pendingEmail: z
      .string()
      .nullable()
      .meta({ description: "A new address that waits to be confirmed" }),
    passwordChangedAt: z.iso.datetime().nullable(),
    hasWithdrawPassword: z.boolean(),
    oneTimeWithdrawPasswordUntil,
    withdrawPasswordChangedAt: z.iso.datetime().nullable(),
    twoFactorEnabled: z.boolean(),
    twoFactorEnabledAt: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.int(),
    phrase: z
      .string()
      .nullable()
      .meta({ description: "What every mail to its owner has; null where none was chosen" }),
    deviceApproval: z.boolean().meta({
      description:
        "A login from a device that is not known waits until its owner lets it in by mail",
    }),
    withdrawalsHeldUntil: z.iso.datetime().nullable(),
    holdHours: z.int().meta({
      description:
        "How long withdrawals wait after a change of what protects the account; 0: not at all",
    }),
  }),
});
export type Security = z.output<typeof securityResponseSchema>["security"];

/** POST /api/user/two-factor/setup */
export const twoFactorSetupSchema = z.object({
  secret: z.string().meta({ description: "Base32, for typing it into an authenticator app" }),
  otpauthUrl: z.string().meta({ description: "What the QR code says" }),
});
export type TwoFactorSetup = z.output<typeof twoFactorSetupSchema>;

/** POST /api/user/two-factor/confirm, /disable and /recovery-codes */
export const twoFactorProofSchema = z.strictObject({ password, totp });
export type TwoFactorProof = z.output<typeof twoFactorProofSchema>;

/** New recovery codes; they are never shown again. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** PUT /api/user/change-email */
export const changeEmailSchema = z.strictObject({
  newEmail: z
    .string(text("errors.registration.enterEmailAddress"))
    .trim()
    .min(1, text("errors.registration.enterEmailAddress"))
    .refine(isEmailAddress, text("errors.registration.enterValidEmailAddress"))
    .meta({ format: "email", maxLength: 254 }),
  ...callerProof,
});
export type ChangeEmailInput = z.output<typeof changeEmailSchema>;

/** POST /api/auth/verify-email */
export const verifyEmailSchema = z.strictObject({
  token: z
    .string(text("errors.registration.thisLinkInvalidOrExpired"))
    .min(1, text("errors.registration.thisLinkInvalidOrExpired"))
    .max(200, text("errors.registration.thisLinkInvalidOrExpired")),
});
export const verifyEmailResponseSchema = z.object({ email: z.string() });

/** DELETE /api/user/sessions */
export const revokedSessionsSchema = z.object({ revoked: z.int() });

export const signInOutcomes = [
  "success",
  "wrong-password",
  "wrong-totp",
  "inactive",
  "frozen",
  "unapproved",
  "approved",
] as const;

/** GET /api/user/sign-ins and …/sessions */
export const signInQuery = z.object({ ...listQuery, cursor: uuidCursor });
export const signInSchema = z.object({
  id: z.string(),
  outcome: z.enum(signInOutcomes),
  device: z.string(),
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type SignInDto = z.output<typeof signInSchema>;
export const signInListSchema = z.object({
  signIns: z.array(signInSchema),
  nextCursor: nextCursorSchema,
});
export type SignInList = z.output<typeof signInListSchema>;
