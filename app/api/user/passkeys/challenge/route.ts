import { assertionOptions } from "@/lib/security/passkeys/assertions";
import { passkeyChallengeSchema, passkeyOptionsResponse } from "@/lib/security/passkeys/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Options for confirming a withdrawal, or a change of passkeys, with a passkey",
      tag: "User",
      auth: "user",
      rateLimit: { name: "passkey-challenge", points: 60, seconds: 600, by: "user", shared: true },
      body: passkeyChallengeSchema,
      response: passkeyOptionsResponse,
    },
    async ({ user: { userId, sessionId }, body }) => ({
      options: { ...(await assertionOptions(body.purpose, { userId, sessionId })) },
    }),
  ),
});
