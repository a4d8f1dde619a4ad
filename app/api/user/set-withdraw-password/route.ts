import { setWithdrawPassword } from "@/lib/accounts/credentials";
import { endpoints, route } from "@/lib/accounts/gate";
import { setWithdrawPasswordSchema } from "@/lib/accounts/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Set my withdrawal password",
      tag: "User",
      auth: "user",
      body: setWithdrawPasswordSchema,
    },
    async ({ user, body }) => {
      const { userId, sessionId } = user;
      await setWithdrawPassword({ userId, sessionId, ...body });
      return { message: "Your withdrawal password is set" };
    },
  ),
});
