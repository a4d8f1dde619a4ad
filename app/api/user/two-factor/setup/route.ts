import { twoFactorSetupSchema } from "@/lib/security/schema";
import { startTwoFactor } from "@/lib/security/two-factor-setup";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Start two-factor: the secret for an authenticator app",
      tag: "User",
      auth: "user",
      errors: ["CONFLICT"],
      rateLimit: { name: "two-factor-setup", points: 20, seconds: 3600, by: "user" },
      response: twoFactorSetupSchema,
    },
    async ({ user }) => startTwoFactor(user.userId),
  ),
});
