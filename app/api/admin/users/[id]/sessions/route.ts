import { listSessions } from "@/lib/accounts/data";
import { sessionListSchema } from "@/lib/accounts/schema";
import { idParams } from "@/lib/platform/http";
import { revokedSessionsSchema, signInQuery } from "@/lib/security/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { endSessions } from "@/lib/staff/user-access";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "A user's live sessions, newest first",
      tag: "Admin users",
      auth: "admin",
      permission: "users.read",
      params: idParams,
      query: signInQuery,
      response: sessionListSchema,
    },
    async ({ params, user, query }) => listSessions(params.id, user.sessionId, query),
  ),
  DELETE: route(
    {
      summary: "End all sessions of a user",
      tag: "Admin users",
      auth: "admin",
      permission: "users.access",
      params: idParams,
      response: revokedSessionsSchema,
    },
    async (context) => ({ revoked: await endSessions(actorOf(context), context.params.id) }),
  ),
});
