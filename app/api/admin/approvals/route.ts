import { listApprovals } from "@/lib/approvals/mutations";
import { approvalsQuery, approvalsResponse } from "@/lib/approvals/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary:
        "Balance changes that need a second administrator, newest first unless asked otherwise",
      tag: "Admin approvals",
      auth: "admin",
      area: "finance",
      query: approvalsQuery,
      response: approvalsResponse,
    },
    ({ query }) => listApprovals(query),
  ),
});
