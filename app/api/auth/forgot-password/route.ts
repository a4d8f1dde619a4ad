import { forgotPasswordSchema } from "@/lib/accounts/schema";
import { text } from "@/lib/platform/text";
import { requestPasswordReset } from "@/lib/security/recovery";
import { endpoints, route } from "@/lib/sessions/gate";

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
      return { message: text("answers.ifAddressBelongsAccountResetLink") };
    },
  ),
});
