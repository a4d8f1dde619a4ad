import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { getAdminWithdrawal } from "@/lib/withdrawals/data";
import { processWithdrawal } from "@/lib/withdrawals/processing";
import { adminWithdrawalResponseSchema, processWithdrawalSchema } from "@/lib/withdrawals/schema";

const MESSAGES = {
  approve: text("answers.theWithdrawalWasApproved"),
  complete: text("answers.theWithdrawalWasCompleted"),
  reject: text("answers.theWithdrawalWasRejected"),
};

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Approve, complete or reject a withdrawal",
      tag: "Admin withdrawals",
      auth: "admin",
      errors: [
        "ACCOUNT_ON_HOLD",
        "ALREADY_PROCESSED",
        "AMOUNT_OUT_OF_RANGE",
        "CONFLICT",
        "PRICE_MOVED",
        "RATE_UNAVAILABLE",
        "TRANSACTION_HASH_REPEATED",
      ],
      area: "finance",
      idempotent: "record",
      params: idParams,
      body: processWithdrawalSchema,
      response: adminWithdrawalResponseSchema,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      await processWithdrawal(actor, params.id, body);
      return { message: MESSAGES[body.action], withdrawal: await getAdminWithdrawal(params.id) };
    },
  ),
});
