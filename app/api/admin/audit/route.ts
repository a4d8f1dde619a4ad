import { auditQuery, auditResponse } from "@/lib/audit/schema";
import { exportAudit, listAudit } from "@/lib/audit/staff-data";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The audit log, newest first; as CSV with format=csv",
      tag: "Admin audit",
      auth: "admin",
      isFromReplica: true,
      permission: "audit.read",
      query: auditQuery,
      response: auditResponse,
    },
    ({ query }) => (query.format === "csv" ? exportAudit(query) : listAudit(query)),
  ),
});
