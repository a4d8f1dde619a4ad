import { newPasskeyOptions } from "@/lib/security/passkeys/mutations";
import { ownerProofSchema, passkeyOptionsResponse } from "@/lib/security/passkeys/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Options for a new passkey, with the password or another passkey",
      tag: "User",
      auth: "user",
      errors: ["CONFLICT", "PASSKEY_REQUIRED", "TOTP_REQUIRED"],
      rateLimit: { name: "passkey-options", points: 30, seconds: 3600, by: "user", shared: true },
      body: ownerProofSchema,
      response: passkeyOptionsResponse,
    },
    async (context) => ({
      options: { ...(await newPasskeyOptions(actorOf(context), context.body)) },
    }),
  ),
});
