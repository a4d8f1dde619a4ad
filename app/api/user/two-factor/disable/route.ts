import { text } from "@/lib/platform/text";
import { twoFactorProofSchema } from "@/lib/security/schema";
import { disableTwoFactor } from "@/lib/security/two-factor-setup";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Turn two-factor off; withdrawals are held for the hours of the settings",
      tag: "User",
      auth: "user",
      errors: ["CONFLICT"],
      rateLimit: {
        name: "two-factor-disable",
        points: 10,
        seconds: 3600,
        by: "user",
        shared: true,
      },
      body: twoFactorProofSchema,
    },
    async ({ user, body }) => {
      await disableTwoFactor(user.userId, body, user.sessionId);
      return { message: text("answers.twoFactorAuthenticationOff") };
    },
  ),
});
