import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { refund } from "@/lib/savings/mutations";
import { refundResponseSchema } from "@/lib/savings/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "End one of my savings now and take back what its terms say",
      tag: "Savings",
      auth: "user",
      errors: ["SAVING_CLOSED"],
      rateLimit: { name: "saving", points: 300, seconds: 600, by: "user" },
      idempotent: "ledger",
      refusesSpentKeys: true,
      movesMoney: true,
      params: idParams,
      response: refundResponseSchema,
    },
    async ({ user, params, idempotencyKey }) => ({
      message: text("answers.yourSavingWasRefunded"),
      ...(await refund(user.userId, params.id, idempotencyKey)),
    }),
  ),
});
