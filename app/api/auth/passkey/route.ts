import { sessionResponseSchema } from "@/lib/accounts/schema";
import { serializeUser } from "@/lib/accounts/serializers";
import { withCookie } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { signInByPasskey } from "@/lib/security/passkeys/login";
import { passkeySignInSchema } from "@/lib/security/passkeys/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { sessionCookie } from "@/lib/sessions/token";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Log in with a passkey: password and second factor in one",
      tag: "Auth",
      auth: "public",
      errors: ["ACCOUNT_FROZEN", "ACCOUNT_INACTIVE", "INVALID_CREDENTIALS"],
      rateLimit: { name: "passkey-login", points: 60, seconds: 60 },
      body: passkeySignInSchema,
      response: sessionResponseSchema,
    },
    async ({ body, ip, userAgent }) => {
      const { user, token } = await signInByPasskey(body.credential, { ip, userAgent });
      const answer = { message: text("answers.loginSuccessful"), user: serializeUser(user), token };
      return withCookie(answer, sessionCookie(token));
    },
  ),
});
