import { confirmEmail } from "@/lib/accounts/email";
import { endpoints, route } from "@/lib/accounts/gate";
import { verifyEmailAnswerSchema, verifyEmailSchema } from "@/lib/accounts/security-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Confirm an email address with a mailed link",
      tag: "Auth",
      auth: "public",
      rateLimit: { name: "confirm-email", points: 60, seconds: 3600 },
      body: verifyEmailSchema,
      response: verifyEmailAnswerSchema,
    },
    async ({ body }) => ({
      message: "Your email address is confirmed",
      email: await confirmEmail(body.token),
    }),
  ),
});
