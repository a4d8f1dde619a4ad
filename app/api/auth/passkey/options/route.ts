import { assertionOptions } from "@/lib/security/passkeys/assertions";
import { passkeyOptionsResponse } from "@/lib/security/passkeys/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Options for logging in with a passkey; the same for everybody",
      tag: "Auth",
      auth: "public",
      rateLimit: { name: "passkey-login-options", points: 60, seconds: 60 },
      response: passkeyOptionsResponse,
    },
    async () => ({ options: { ...(await assertionOptions("sign-in", null)) } }),
  ),
});
