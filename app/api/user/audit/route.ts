import { listAuditOfSubject } from "@/lib/audit/data";
import { ownAuditListSchema, ownAuditQuery } from "@/lib/audit/own-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What support did with my account, newest first",
      tag: "User",
      auth: "user",
      isFromReplica: true,
      query: ownAuditQuery,
      response: ownAuditListSchema,
    },
    async ({ user, query }) => listAuditOfSubject(user.userId, query),
  ),
});
