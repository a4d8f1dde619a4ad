import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { resetWithdrawPassword } from "@/lib/accounts/staff-access";
import { resetWithdrawPasswordSchema } from "@/lib/accounts/staff-schema";
import { idParams } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Set or reset a withdrawal password: a reset holds withdrawals, the user is told",
      tag: "Admin users",
      auth: "admin",
      area: "users",
      rateLimit: {
        name: "reset-withdraw-password",
        points: 60,
        seconds: 3600,
        by: "user",
        shared: true,
      },
      params: idParams,
      body: resetWithdrawPasswordSchema,
    },
    async (context) => {
      await resetWithdrawPassword(actorOf(context), context.params.id, context.body);
      return { message: "The withdrawal password was reset" };
    },
  ),
});
