import { text } from "@/lib/platform/text";
import { listPasskeys, serializePasskey } from "@/lib/security/passkeys/data";
import { addPasskey } from "@/lib/security/passkeys/mutations";
import {
  addPasskeySchema,
  passkeyListSchema,
  passkeyResponseSchema,
} from "@/lib/security/passkeys/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    { summary: "My passkeys", tag: "User", auth: "user", response: passkeyListSchema },
    async ({ user }) => ({ passkeys: await listPasskeys(user.userId) }),
  ),
  POST: route(
    {
      summary: "Add the passkey that a device made for the options of …/options",
      tag: "User",
      auth: "user",
      errors: ["CONFLICT"],
      rateLimit: { name: "passkey-add", points: 20, seconds: 3600, by: "user", shared: true },
      body: addPasskeySchema,
      response: passkeyResponseSchema,
      status: 201,
    },
    async (context) => {
      const { body, userAgent } = context;
      const passkey = await addPasskey(actorOf(context), body, userAgent);
      return {
        message: text("answers.passkeyAdded"),
        passkey: await serializePasskey(passkey),
      };
    },
  ),
});
