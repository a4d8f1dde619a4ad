import { text } from "@/lib/platform/text";
import { recoveryCodesSchema, twoFactorProofSchema } from "@/lib/security/schema";
import { renewRecoveryCodes } from "@/lib/security/two-factor-setup";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Replace my recovery codes; answers the new ones, once",
      tag: "User",
      auth: "user",
      errors: ["CONFLICT"],
      rateLimit: { name: "recovery-codes", points: 10, seconds: 3600, by: "user", shared: true },
      body: twoFactorProofSchema,
      response: recoveryCodesSchema,
    },
    async ({ user, body }) => ({
      message: text("answers.newRecoveryCodesWereMade"),
      recoveryCodes: await renewRecoveryCodes(user.userId, body, user.sessionId),
    }),
  ),
});
