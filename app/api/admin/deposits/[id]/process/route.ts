import { depositAsk } from "@/lib/approvals/asks";
import { orAskColleague } from "@/lib/approvals/mutations";
import { approvalResponse } from "@/lib/approvals/schema";
import { getAdminDeposit } from "@/lib/deposits/data";
import { processDeposit } from "@/lib/deposits/processing";
import { adminDepositResponseSchema, processDepositSchema } from "@/lib/deposits/schema";
import { accepted, idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { shownTo } from "@/lib/wallets/payment-privacy";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary:
        "Confirm a deposit at the market rate of this moment, or reject it; 202 when a colleague has to approve it",
      tag: "Admin deposits",
      auth: "admin",
      errors: [
        "ABOVE_ROLE_LIMIT",
        "ALREADY_PROCESSED",
        "AMOUNT_OUT_OF_RANGE",
        "CONFLICT",
        "PRICE_MOVED",
        "RATE_UNAVAILABLE",
        "TRANSACTION_ALREADY_CREDITED",
        "TRANSACTION_HASH_REPEATED",
      ],
      permission: "deposits.confirm",
      idempotent: "record",
      params: idParams,
      body: processDepositSchema,
      response: adminDepositResponseSchema,
      accepted: approvalResponse,
    },
    async ({ user, params, body, idempotencyKey, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const ask = await depositAsk(params.id, body);
      const outcome = await orAskColleague(actor, idempotencyKey, ask, () =>
        processDeposit(actor, params.id, body),
      );
      if ("approval" in outcome) {
        return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
      }
      const message =
        body.action === "confirm"
          ? text("answers.theDepositWasCredited")
          : text("answers.theDepositWasRejected");
      return { message, deposit: shownTo(user, await getAdminDeposit(params.id)) };
    },
  ),
});
