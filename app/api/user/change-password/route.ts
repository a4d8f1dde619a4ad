import { changePassword } from "@/lib/accounts/credentials";
import { endpoints, route } from "@/lib/accounts/gate";
import { changePasswordSchema } from "@/lib/accounts/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Change my login password",
      tag: "User",
      auth: "user",
      body: changePasswordSchema,
    },
    async ({ user, body }) => {
      await changePassword({ userId: user.userId, sessionId: user.sessionId, ...body });
      return { message: "Your password was changed" };
    },
  ),
});
