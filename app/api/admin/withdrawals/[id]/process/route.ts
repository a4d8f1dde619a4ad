import { withdrawalAsk } from "@/lib/approvals/asks";
import { orAskColleague } from "@/lib/approvals/mutations";
import { approvalResponse } from "@/lib/approvals/schema";
import { accepted, idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { shownTo } from "@/lib/wallets/payment-privacy";
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
      summary: "Approve, complete or reject a withdrawal; 202 when a colleague has to approve that",
      tag: "Admin withdrawals",
      auth: "admin",
      errors: [
        "ABOVE_ROLE_LIMIT",
        "ACCOUNT_ON_HOLD",
        "ALREADY_PROCESSED",
        "AMOUNT_OUT_OF_RANGE",
        "CONFLICT",
        "PRICE_MOVED",
        "RATE_UNAVAILABLE",
        "TRANSACTION_HASH_REPEATED",
        "WITHDRAWAL_WAITS",
      ],
      permission: ["withdrawals.approve", "withdrawals.complete"],
      idempotent: "record",
      params: idParams,
      body: processWithdrawalSchema,
      response: adminWithdrawalResponseSchema,
      accepted: approvalResponse,
    },
    async ({ user, params, body, idempotencyKey, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const ask = await withdrawalAsk(params.id, body);
      const outcome = await orAskColleague(actor, idempotencyKey, ask, () =>
        processWithdrawal(actor, params.id, body),
      );
      if ("approval" in outcome) {
        return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
      }
      return {
        message: MESSAGES[body.action],
        withdrawal: shownTo(user, await getAdminWithdrawal(params.id)),
      };
    },
  ),
});
