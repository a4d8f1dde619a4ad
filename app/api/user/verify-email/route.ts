import { text } from "@/lib/platform/text";
import { requestVerification } from "@/lib/security/email";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Mail me the link that confirms my email address",
      tag: "User",
      auth: "user",
      errors: ["CONFLICT"],
      rateLimit: { name: "verify-email", points: 5, seconds: 3600, by: "user", shared: true },
    },
    async ({ user }) => {
      await requestVerification(user.userId);
      return { message: text("answers.aLinkOnItsWayYour") };
    },
  ),
});
