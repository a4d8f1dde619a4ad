import { type RouteHandler, withCookie } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { revokeSession } from "@/lib/sessions/mutations";
import { bearerOf, sessionCookie } from "@/lib/sessions/token";

const signOut = route(
  { summary: "Log out", tag: "Auth", auth: "user", isOpenWithOneTimePassword: true },
  async ({ user }) => {
    await revokeSession(user.userId, user.sessionId, "signed-out");
    return withCookie({ message: text("answers.youSignedOut") }, sessionCookie(null));
  },
);

/** Logs out; a browser whose session had ended before is refused, but loses the cookie of it too. */
const signOutAnyway: RouteHandler = async (request, context) => {
  const response = await signOut(request, context);
  if (response.status === 401 && bearerOf(request.headers)) {
    response.headers.set("set-cookie", sessionCookie(null));
  }
  return response;
};

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: Object.assign(signOutAnyway, { declaration: signOut.declaration }),
});
