import { aloneRule } from "@/lib/approvals/data";
import { aloneQuery, aloneResponse } from "@/lib/approvals/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { APPROVAL_ASKERS } from "@/lib/sessions/permission-rules";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How much the caller can still move without a second person, for one user too",
      tag: "Admin approvals",
      auth: "admin",
      permission: APPROVAL_ASKERS,
      query: aloneQuery,
      response: aloneResponse,
    },
    ({ user, query }) => aloneRule(user.userId, query.userId),
  ),
});
