import { endpoints, route } from "@/lib/accounts/gate";
import { register } from "@/lib/accounts/registration";
import { registerSchema, sessionAnswerSchema } from "@/lib/accounts/schema";
import { serializeUser } from "@/lib/accounts/serializers";
import { sessionCookie } from "@/lib/accounts/session-token";
import { withCookie } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Open an account",
      tag: "Auth",
      auth: "public",
      // An office or a mobile network is one address: what counts is how much hashing it may cause.
      rateLimit: { name: "register", points: 300, seconds: 600 },
      body: registerSchema,
      response: sessionAnswerSchema,
      status: 201,
    },
    async ({ body, ip, userAgent }) => {
      const { user, token } = await register(body, { ip, userAgent });
      const answer = { message: "Registration successful!", user: serializeUser(user), token };
      return withCookie(answer, sessionCookie(token));
    },
  ),
});
