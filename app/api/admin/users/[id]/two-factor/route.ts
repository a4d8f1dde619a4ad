import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { removeTwoFactorSchema } from "@/lib/accounts/staff-schema";
import { removeTwoFactor } from "@/lib/accounts/two-factor-removal";
import { idParams } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "Turn off a user's two-factor: sessions end, withdrawals are held, the user is told",
      tag: "Admin users",
      auth: "admin",
      rateLimit: {
        name: "remove-two-factor",
        points: 20,
        seconds: 3600,
        by: "user",
        shared: true,
      },
      params: idParams,
      body: removeTwoFactorSchema,
    },
    async (context) => {
      await removeTwoFactor(actorOf(context), context.params.id, context.body);
      return { message: "Two-factor authentication is off" };
    },
  ),
});
