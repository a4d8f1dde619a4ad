import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { getWithdrawalDelay, setWithdrawalDelay } from "@/lib/withdrawals/delay";
import { delaySchema, setDelaySchema } from "@/lib/withdrawals/delay-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How long each of my withdrawals waits, as I chose",
      tag: "Withdrawals",
      auth: "user",
      response: delaySchema,
    },
    async ({ user }) => ({ delay: await getWithdrawalDelay(user.userId) }),
  ),
  PUT: route(
    {
      summary:
        "Let each withdrawal wait before staff can approve it: longer at once, shorter in 24 hours",
      tag: "Withdrawals",
      auth: "user",
      errors: ["TOTP_REQUIRED"],
      rateLimit: { name: "withdrawal-delay", points: 20, seconds: 3600, by: "user", shared: true },
      body: setDelaySchema,
      response: delaySchema,
    },
    async ({ user, body }) => ({
      message: text("answers.delaySaved"),
      delay: await setWithdrawalDelay(user.userId, body, user.sessionId),
    }),
  ),
});
