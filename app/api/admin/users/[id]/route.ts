import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { adminUserResponse } from "@/lib/staff/schema";
import { getUserDetail } from "@/lib/staff/user-details";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "One user with balances",
      tag: "Admin users",
      auth: "admin",
      permission: "users.read",
      params: idParams,
      response: adminUserResponse,
    },
    async ({ params }) => ({ user: await getUserDetail(params.id) }),
  ),
});
