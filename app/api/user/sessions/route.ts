import { listSessions } from "@/lib/accounts/data";
import { sessionListSchema } from "@/lib/accounts/schema";
import { text } from "@/lib/platform/text";
import { revokedSessionsSchema, signInQuery } from "@/lib/security/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { revokeOtherSessions } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My logged-in devices, newest first",
      tag: "User",
      auth: "user",
      query: signInQuery,
      response: sessionListSchema,
    },
    async ({ user, query }) => listSessions(user.userId, user.sessionId, query),
  ),
  DELETE: route(
    {
      summary: "Log out every other device",
      tag: "User",
      auth: "user",
      response: revokedSessionsSchema,
    },
    async ({ user }) => ({
      message: text("answers.theOtherDevicesSignedOut"),
      revoked: await revokeOtherSessions(user.userId, user.sessionId),
    }),
  ),
});
