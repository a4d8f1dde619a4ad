import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { removeTwoFactorSchema } from "@/lib/staff/schema";
import { removeTwoFactor } from "@/lib/staff/two-factor-removal";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "Turn off a user's two-factor: sessions end, withdrawals are held, the user is told",
      tag: "Admin users",
      auth: "admin",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
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
      return { message: text("answers.twoFactorAuthenticationOff") };
    },
  ),
});
