import { adjustBalance } from "@/lib/accounts/adjustments";
import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { manageBalanceAnswer, manageBalanceSchema } from "@/lib/accounts/staff-schema";
import { idParams } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Add to or subtract from a user's balance, with a reason they can read",
      tag: "Admin users",
      auth: "admin",
      area: "finance",
      idempotent: "record",
      params: idParams,
      body: manageBalanceSchema,
      response: manageBalanceAnswer,
    },
    async (context) => {
      const { params, body, idempotencyKey } = context;
      const change = await adjustBalance(actorOf(context), params.id, body, idempotencyKey);
      return { ...change, message: "Balance changed" };
    },
  ),
});
