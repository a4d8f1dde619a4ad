import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { resetPasswordByStaffSchema } from "@/lib/staff/schema";
import { resetPassword } from "@/lib/staff/user-access";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary:
        "Set a one-time login password: sessions end, withdrawals are held, the user is told and chooses their own at the next login",
      tag: "Admin users",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "users.access",
      rateLimit: {
        name: "reset-password-by-staff",
        points: 60,
        seconds: 3600,
        by: "user",
        shared: true,
      },
      params: idParams,
      body: resetPasswordByStaffSchema,
    },
    async (context) => {
      await resetPassword(actorOf(context), context.params.id, context.body);
      return { message: text("answers.theLoginPasswordWasReset") };
    },
  ),
});
