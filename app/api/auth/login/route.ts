import { endpoints, route } from "@/lib/accounts/gate";
import { loginSchema, sessionAnswerSchema } from "@/lib/accounts/schema";
import { serializeUser } from "@/lib/accounts/serializers";
import { sessionCookie } from "@/lib/accounts/session-token";
import { signIn } from "@/lib/accounts/sign-in";
import { withCookie } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Sign in",
      tag: "Auth",
      auth: "public",
      // Guesses have limits of their own; this one is for what hashing costs.
      rateLimit: { name: "login", points: 180, seconds: 60 },
      body: loginSchema,
      response: sessionAnswerSchema,
    },
    async ({ body, ip, userAgent }) => {
      const { user, token } = await signIn(body, { ip, userAgent });
      const answer = { message: "Login successful!", user: serializeUser(user), token };
      return withCookie(answer, sessionCookie(token));
    },
  ),
});
