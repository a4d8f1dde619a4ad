import { text } from "@/lib/platform/text";
import { confirmEmail } from "@/lib/security/email";
import { verifyEmailResponseSchema, verifyEmailSchema } from "@/lib/security/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Confirm an email address with a mailed link",
      tag: "Auth",
      auth: "public",
      errors: ["EMAIL_TAKEN", "TOKEN_INVALID"],
      rateLimit: { name: "confirm-email", points: 60, seconds: 3600 },
      body: verifyEmailSchema,
      response: verifyEmailResponseSchema,
    },
    async ({ body }) => ({
      message: text("answers.yourEmailAddressConfirmed"),
      email: await confirmEmail(body.token),
    }),
  ),
});
