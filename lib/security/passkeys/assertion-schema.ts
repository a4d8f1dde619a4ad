/** What a device signs. By itself, as the request of a withdrawal has it and nothing else of passkeys. */

import { z } from "zod";

/** Bytes as browsers write them in JSON. */
export const base64url = z.string().regex(/^[A-Za-z0-9_-]*$/);
const id = base64url.min(1).max(1400);

/** What every answer of a device has (WebAuthn, PublicKeyCredential.toJSON). */
export const answerFields = {
  id,
  rawId: id,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** A device's proof that its owner is there: AuthenticationResponseJSON of WebAuthn. */
export const assertionSchema = z
  .strictObject({
    ...answerFields,
    response: z.strictObject({
      clientDataJSON: base64url.max(8000),
      authenticatorData: base64url.max(8000),
      signature: base64url.max(8000),
      userHandle: base64url.max(100).nullish(),
    }),
  })
  .meta({ description: "AuthenticationResponseJSON, as browsers answer it" });
export type Assertion = z.output<typeof assertionSchema>;
