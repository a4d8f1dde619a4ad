import { text } from "@/lib/platform/text";
import { requestEmailChange } from "@/lib/security/email";
import { changeEmailSchema } from "@/lib/security/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Ask for another email address; it counts once its link is confirmed",
      tag: "User",
      auth: "user",
      errors: ["EMAIL_TAKEN"],
      rateLimit: { name: "change-email", points: 10, seconds: 3600, by: "user", shared: true },
      body: changeEmailSchema,
    },
    async ({ user, body }) => {
      await requestEmailChange(user.userId, body, user.sessionId);
      return { message: text("answers.aLinkWasSentNewAddress") };
    },
  ),
});
