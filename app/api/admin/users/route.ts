import { endpoints, route } from "@/lib/sessions/gate";
import { adminUsersQuery, adminUsersResponse } from "@/lib/staff/schema";
import { exportUsers, listUsers } from "@/lib/staff/users";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Users; as CSV with format=csv",
      tag: "Admin users",
      auth: "admin",
      permission: "users.read",
      query: adminUsersQuery,
      response: adminUsersResponse,
    },
    ({ query }) => (query.format === "csv" ? exportUsers(query) : listUsers(query)),
  ),
});
