import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { setActive } from "@/lib/accounts/staff-access";
import { getUserDetail } from "@/lib/accounts/staff-data";
import { adminUserAnswer, toggleStatusSchema } from "@/lib/accounts/staff-schema";
import { idParams } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Switch an account on or off; off ends its sessions",
      tag: "Admin users",
      auth: "admin",
      area: "users",
      params: idParams,
      body: toggleStatusSchema,
      response: adminUserAnswer,
    },
    async (context) => {
      await setActive(actorOf(context), context.params.id, context.body);
      return { user: await getUserDetail(context.params.id) };
    },
  ),
});
