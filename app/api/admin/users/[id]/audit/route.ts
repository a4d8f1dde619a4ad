import { auditQuery, auditResponse } from "@/lib/audit/schema";
import { listAudit } from "@/lib/audit/staff-data";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What staff and the system did with a user's account, newest first",
      tag: "Admin users",
      auth: "admin",
      isFromReplica: true,
      permission: "users.read",
      params: idParams,
      query: auditQuery.pick({ limit: true, cursor: true }),
      response: auditResponse,
    },
    ({ params, query }) => listAudit({ ...query, format: "json", user: params.id }),
  ),
});
