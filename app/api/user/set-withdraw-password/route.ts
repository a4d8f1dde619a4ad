import { setWithdrawPasswordSchema } from "@/lib/accounts/schema";
import { text } from "@/lib/platform/text";
import { setWithdrawPassword } from "@/lib/security/withdraw-password";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Set my withdrawal password",
      tag: "User",
      auth: "user",
      errors: ["CONFLICT"],
      rateLimit: {
        name: "set-withdraw-password",
        points: 10,
        seconds: 3600,
        by: "user",
        shared: true,
      },
      body: setWithdrawPasswordSchema,
    },
    async ({ user, body }) => {
      const { userId, sessionId } = user;
      await setWithdrawPassword({ userId, sessionId, ...body });
      return { message: text("answers.yourWithdrawalPasswordSet") };
    },
  ),
});
