import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { adminUserResponse, toggleStatusSchema } from "@/lib/staff/schema";
import { setActive } from "@/lib/staff/user-access";
import { getUserDetail } from "@/lib/staff/user-details";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Switch an account on or off; off ends its sessions",
      tag: "Admin users",
      auth: "admin",
      permission: "users.edit",
      params: idParams,
      body: toggleStatusSchema,
      response: adminUserResponse,
    },
    async (context) => {
      await setActive(actorOf(context), context.params.id, context.body);
      return { user: await getUserDetail(context.params.id) };
    },
  ),
});
