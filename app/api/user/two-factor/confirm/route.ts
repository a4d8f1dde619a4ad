import { text } from "@/lib/platform/text";
import { recoveryCodesSchema, twoFactorProofSchema } from "@/lib/security/schema";
import { confirmTwoFactor } from "@/lib/security/two-factor-setup";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Turn two-factor on with a code of the app; answers the recovery codes, once",
      tag: "User",
      auth: "user",
      errors: ["CONFLICT"],
      rateLimit: {
        name: "two-factor-confirm",
        points: 10,
        seconds: 3600,
        by: "user",
        shared: true,
      },
      body: twoFactorProofSchema,
      response: recoveryCodesSchema,
    },
    async ({ user, body }) => ({
      message: text("answers.twoFactorAuthenticationOn"),
      recoveryCodes: await confirmTwoFactor(user.userId, body, user.sessionId),
    }),
  ),
});
