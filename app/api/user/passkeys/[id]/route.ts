import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { removePasskey } from "@/lib/security/passkeys/mutations";
import { ownerProofSchema } from "@/lib/security/passkeys/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "Remove a passkey of mine; other devices that it logged in are logged out",
      tag: "User",
      auth: "user",
      errors: ["PASSKEY_REQUIRED", "TOTP_REQUIRED"],
      rateLimit: { name: "passkey-remove", points: 30, seconds: 3600, by: "user", shared: true },
      params: idParams,
      body: ownerProofSchema,
    },
    async (context) => {
      await removePasskey(actorOf(context), context.params.id, context.body);
      return { message: text("answers.passkeyRemoved") };
    },
  ),
});
