import { registerSchema, sessionResponseSchema } from "@/lib/accounts/schema";
import { serializeUser } from "@/lib/accounts/serializers";
import { withCookie } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { register } from "@/lib/security/registration";
import { endpoints, route } from "@/lib/sessions/gate";
import { sessionCookie } from "@/lib/sessions/token";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Open an account",
      tag: "Auth",
      auth: "public",
      errors: ["EMAIL_TAKEN", "USERNAME_TAKEN"],
      // An office or a mobile network is one address: what counts is how much hashing it may cause.
      rateLimit: { name: "register", points: 300, seconds: 600 },
      body: registerSchema,
      response: sessionResponseSchema,
      status: 201,
    },
    async ({ body, ip, userAgent }) => {
      const { user, token } = await register(body, { ip, userAgent });
      const answer = {
        message: text("answers.registrationSuccessful"),
        user: serializeUser(user),
        token,
      };
      return withCookie(answer, sessionCookie(token));
    },
  ),
});
