/** Inputs and answers of passkeys. docs/decisions/security/passkeys.md */

import { z } from "zod";
import { text } from "@/lib/platform/text";
import { callerProof } from "../schema";
import { answerFields, assertionSchema, base64url } from "./assertion-schema";

/** What a device is asked to sign for. A challenge made for one is refused for another. */
export type PasskeyPurpose = "sign-in" | "add" | "change" | "withdrawal";

/** A device's new key: RegistrationResponseJSON of WebAuthn. */
const attestationSchema = z
  .strictObject({
    ...answerFields,
    response: z.strictObject({
      clientDataJSON: base64url.max(8000),
      attestationObject: base64url.max(24_000),
      transports: z.array(z.string().max(30)).max(10).nullish(),
      publicKeyAlgorithm: z.int().nullish(),
      publicKey: base64url.max(8000).nullish(),
      authenticatorData: base64url.max(24_000).nullish(),
    }),
  })
  .meta({ description: "RegistrationResponseJSON, as browsers answer it" });
export type Attestation = z.output<typeof attestationSchema>;

/** What browsers make of options is their business: the object goes to them as it is. */
export const passkeyOptionsResponse = z.object({
  options: z.record(z.string(), z.unknown()).meta({
    description:
      "For navigator.credentials, in JSON (PublicKeyCredentialCreationOptionsJSON or …RequestOptionsJSON). Its challenge works once, for five minutes",
  }),
});

/** Who somebody is: their password with the code that two-factor asks for, or a passkey that they have. */
export const ownerProofSchema = z.strictObject({
  password: callerProof.password.optional().meta({ description: "Needed without a passkey" }),
  totp: callerProof.totp,
  passkey: assertionSchema
    .optional()
    .meta({ description: "Instead of both, for a challenge of the purpose `change`" }),
});
export type OwnerProof = z.output<typeof ownerProofSchema>;

const NAME_MAX = 40;

/** POST /api/user/passkeys */
export const addPasskeySchema = z.strictObject({
  name: z
    .string()
    .trim()
    .max(NAME_MAX, text("errors.accounts.passkeyNameLength", { max: NAME_MAX }))
    .optional()
    .meta({ description: "What its owner calls it; left out or empty: the kind of the device" }),
  credential: attestationSchema,
});
export type AddPasskeyInput = z.output<typeof addPasskeySchema>;

/** POST /api/user/passkeys/challenge */
export const passkeyChallengeSchema = z.strictObject({
  purpose: z
    .enum(["change", "withdrawal"])
    .meta({ description: "`change`: to add or remove a passkey" }),
});

/** POST /api/auth/passkey */
export const passkeySignInSchema = z.strictObject({ credential: assertionSchema });

/** A passkey as its owner sees it. */
const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  synced: z.boolean().meta({ description: "Copied to other devices of its owner by its keeper" }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  confirmsWithdrawalsFrom: z.iso.datetime().meta({
    description: "Before that a withdrawal needs the code: a thief may just have added it",
  }),
});
export type PasskeyDto = z.output<typeof passkeySchema>;
export const passkeyListSchema = z.object({ passkeys: z.array(passkeySchema) });
export const passkeyResponseSchema = z.object({ passkey: passkeySchema });
