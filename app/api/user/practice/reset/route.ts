import { getBalance } from "@/lib/accounts/balance";
import { balanceResponseSchema } from "@/lib/accounts/schema";
import { resetPracticeBalance } from "@/lib/ledger/practice";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Set my practice balance back to 10,000 USDT; refused while something is open there",
      tag: "User",
      auth: "user",
      hasPractice: "only",
      idempotent: "record",
      errors: ["PRACTICE_IN_USE"],
      movesMoney: true,
      response: balanceResponseSchema,
    },
    async ({ user, idempotencyKey }) => {
      await resetPracticeBalance(user.userId, idempotencyKey);
      return { message: text("answers.practiceReset"), ...(await getBalance(user.userId)) };
    },
  ),
});
