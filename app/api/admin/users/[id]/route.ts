import { endpoints, route } from "@/lib/accounts/gate";
import { getUserDetail } from "@/lib/accounts/staff-data";
import { adminUserAnswer } from "@/lib/accounts/staff-schema";
import { idParams } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "One user with balances",
      tag: "Admin users",
      auth: "admin",
      area: "users",
      params: idParams,
      response: adminUserAnswer,
    },
    async ({ params }) => ({ user: await getUserDetail(params.id) }),
  ),
});
