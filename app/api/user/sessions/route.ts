import { listSessions } from "@/lib/accounts/data";
import { endpoints, route } from "@/lib/accounts/gate";
import { sessionListSchema } from "@/lib/accounts/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    { summary: "My signed-in devices", tag: "User", auth: "user", response: sessionListSchema },
    async ({ user }) => ({ sessions: await listSessions(user.userId, user.sessionId) }),
  ),
});
