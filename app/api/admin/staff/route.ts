import { endpoints, route } from "@/lib/sessions/gate";
import { listStaff } from "@/lib/staff/rights";
import { staffMembersResponse, staffQuery } from "@/lib/staff/rights-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The members of staff and their rights",
      tag: "Admin users",
      auth: "admin",
      permission: "staff.read",
      query: staffQuery,
      response: staffMembersResponse,
    },
    ({ query }) => listStaff(query),
  ),
});
