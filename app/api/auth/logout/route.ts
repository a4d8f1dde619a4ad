import { endpoints, route } from "@/lib/accounts/gate";
import { sessionCookie } from "@/lib/accounts/session-token";
import { revokeSession } from "@/lib/accounts/sessions";
import { withCookie } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route({ summary: "Sign out", tag: "Auth", auth: "user" }, async ({ user }) => {
    await revokeSession(user.userId, user.sessionId, "signed-out");
    return withCookie({ message: "You are signed out" }, sessionCookie(null));
  }),
});
