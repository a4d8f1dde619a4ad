import { approvalsAnswer, approvalsQuery } from "@/lib/accounts/approval-schema";
import { listApprovals } from "@/lib/accounts/approvals";
import { endpoints, route } from "@/lib/accounts/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Balance changes that need a second administrator, newest first",
      tag: "Admin approvals",
      auth: "admin",
      area: "finance",
      query: approvalsQuery,
      response: approvalsAnswer,
    },
    ({ query }) => listApprovals(query),
  ),
});
