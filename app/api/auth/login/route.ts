import { loginSchema, sessionResponseSchema } from "@/lib/accounts/schema";
import { serializeUser } from "@/lib/accounts/serializers";
import { withCookie } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { signIn } from "@/lib/security/login";
import { endpoints, route } from "@/lib/sessions/gate";
import { sessionCookie } from "@/lib/sessions/token";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Log in",
      tag: "Auth",
      auth: "public",
      errors: [
        "ACCOUNT_FROZEN",
        "ACCOUNT_INACTIVE",
        "DEVICE_NOT_APPROVED",
        "FORBIDDEN",
        "INVALID_CREDENTIALS",
        "TOTP_REQUIRED",
      ],
      // Guesses have limits of their own; this one is for what hashing costs.
      rateLimit: { name: "login", points: 180, seconds: 60 },
      body: loginSchema,
      response: sessionResponseSchema,
    },
    async ({ body, ip, userAgent }) => {
      const { user, token } = await signIn(body, { ip, userAgent });
      const answer = { message: text("answers.loginSuccessful"), user: serializeUser(user), token };
      return withCookie(answer, sessionCookie(token));
    },
  ),
});
