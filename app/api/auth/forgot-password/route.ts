import { endpoints, route } from "@/lib/accounts/gate";
import { requestPasswordReset } from "@/lib/accounts/recovery";
import { forgotPasswordSchema } from "@/lib/accounts/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Ask for a password reset link",
      tag: "Auth",
      auth: "public",
      rateLimit: { name: "forgot-password", points: 30, seconds: 3600, shared: true },
      body: forgotPasswordSchema,
    },
    async ({ body }) => {
      await requestPasswordReset(body.email);
      return { message: "If this address belongs to an account, a reset link is on its way." };
    },
  ),
});
