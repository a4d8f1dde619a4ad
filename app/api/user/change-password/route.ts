import { changePasswordSchema } from "@/lib/accounts/schema";
import { text } from "@/lib/platform/text";
import { changePassword } from "@/lib/security/credentials";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Change my login password",
      tag: "User",
      auth: "user",
      isOpenWithOneTimePassword: true,
      rateLimit: { name: "change-password", points: 10, seconds: 3600, by: "user", shared: true },
      body: changePasswordSchema,
    },
    async ({ user, body }) => {
      await changePassword({ userId: user.userId, sessionId: user.sessionId, ...body });
      return { message: text("answers.yourPasswordWasChanged") };
    },
  ),
});
