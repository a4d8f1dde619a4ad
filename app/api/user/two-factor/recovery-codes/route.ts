import { endpoints, route } from "@/lib/accounts/gate";
import { recoveryCodesSchema, twoFactorProofSchema } from "@/lib/accounts/security-schema";
import { renewRecoveryCodes } from "@/lib/accounts/two-factor-setup";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Replace my recovery codes; answers the new ones, once",
      tag: "User",
      auth: "user",
      rateLimit: { name: "recovery-codes", points: 10, seconds: 3600, by: "user", shared: true },
      body: twoFactorProofSchema,
      response: recoveryCodesSchema,
    },
    async ({ user, body }) => ({
      message: "New recovery codes were made",
      recoveryCodes: await renewRecoveryCodes(user.userId, body, user.sessionId),
    }),
  ),
});
