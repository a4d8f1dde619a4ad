import { changeWithdrawPasswordSchema } from "@/lib/accounts/schema";
import { text } from "@/lib/platform/text";
import { changeWithdrawPassword } from "@/lib/security/withdraw-password";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Change my withdrawal password",
      tag: "User",
      auth: "user",
      errors: ["WITHDRAW_PASSWORD_NOT_SET", "WITHDRAW_PASSWORD_INCORRECT", "CONFLICT"],
      rateLimit: {
        name: "change-withdraw-password",
        points: 10,
        seconds: 3600,
        by: "user",
        shared: true,
      },
      body: changeWithdrawPasswordSchema,
    },
    async ({ user, body }) => {
      const { userId, sessionId } = user;
      await changeWithdrawPassword({ userId, sessionId, ...body });
      return { message: text("answers.yourWithdrawalPasswordWasChanged") };
    },
  ),
});
