import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { resetPassword } from "@/lib/accounts/staff-access";
import { resetPasswordByStaffSchema } from "@/lib/accounts/staff-schema";
import { idParams } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Reset a login password: sessions end, withdrawals are held, the user is told",
      tag: "Admin users",
      auth: "admin",
      area: "users",
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
      return { message: "The login password was reset" };
    },
  ),
});
