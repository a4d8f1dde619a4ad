import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { resetWithdrawPasswordSchema } from "@/lib/staff/schema";
import { resetWithdrawPassword } from "@/lib/staff/user-access";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary:
        "Set a one-time withdrawal password: a reset holds withdrawals, the user is told and chooses their own before they withdraw",
      tag: "Admin users",
      auth: "admin",
      permission: "users.access",
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
      return { message: text("answers.theWithdrawalPasswordWasReset") };
    },
  ),
});
