import { idParams } from "@/lib/platform/http";
import { getPlan } from "@/lib/savings/data";
import { savingResponseSchema } from "@/lib/savings/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "One savings plan",
      tag: "Savings",
      auth: "user",
      params: idParams,
      response: savingResponseSchema,
    },
    async ({ user, params }) => ({ saving: await getPlan(user.userId, params.id) }),
  ),
});
