import { resetPasswordSchema } from "@/lib/accounts/schema";
import { text } from "@/lib/platform/text";
import { resetPassword } from "@/lib/security/recovery";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Set a new password with a reset link",
      tag: "Auth",
      auth: "public",
      errors: ["TOKEN_INVALID"],
      rateLimit: { name: "reset-password", points: 60, seconds: 3600, shared: true },
      body: resetPasswordSchema,
    },
    async ({ body }) => {
      await resetPassword(body.token, body.newPassword);
      return { message: text("answers.yourPasswordWasChangedPleaseLog") };
    },
  ),
});
