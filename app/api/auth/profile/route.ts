import { getUser } from "@/lib/accounts/data";
import { profileResponseSchema } from "@/lib/accounts/schema";
import { serializeUser } from "@/lib/accounts/serializers";
import { withCookie } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { bearerOf, sessionCookie, tokenFromCookies } from "@/lib/sessions/token";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Who is logged in",
      tag: "Auth",
      auth: "user",
      isOpenWithOneTimePassword: true,
      response: profileResponseSchema,
    },
    async ({ user, request }) => {
      const answer = { user: serializeUser(await getUser(user.userId)) };
      const token = bearerOf(request.headers);
      const hasCookie = tokenFromCookies(request.headers.get("cookie")) === token;
      // Pages are guarded by the cookie; a browser that lost it gets it back with its token.
      return token && !hasCookie ? withCookie(answer, sessionCookie(token)) : answer;
    },
  ),
});
