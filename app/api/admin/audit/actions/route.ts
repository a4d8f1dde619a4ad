import { auditActionsResponse } from "@/lib/audit/schema";
import { listAuditActions } from "@/lib/audit/staff-data";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Every action that stands in the audit log, for its filter",
      tag: "Admin audit",
      auth: "admin",
      permission: "audit.read",
      response: auditActionsResponse,
    },
    async () => ({ actions: await listAuditActions() }),
  ),
});
