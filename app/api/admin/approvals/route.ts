import { listApprovals } from "@/lib/approvals/data";
import { approvalsQuery, approvalsResponse } from "@/lib/approvals/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary:
        "What takes, or took, a second person; what waits begins with what has waited longest",
      tag: "Admin approvals",
      auth: "admin",
      permission: "approvals.read",
      query: approvalsQuery,
      response: approvalsResponse,
    },
    ({ user, query }) => listApprovals(query, user),
  ),
});
