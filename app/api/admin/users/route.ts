import { endpoints, route } from "@/lib/accounts/gate";
import { exportUsers, listUsers } from "@/lib/accounts/staff-data";
import { adminUsersAnswer, adminUsersQuery } from "@/lib/accounts/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Users; as CSV with format=csv",
      tag: "Admin users",
      auth: "admin",
      area: "users",
      query: adminUsersQuery,
      response: adminUsersAnswer,
    },
    ({ query }) => (query.format === "csv" ? exportUsers(query) : listUsers(query)),
  ),
});
