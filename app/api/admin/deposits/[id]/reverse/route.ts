import { reversalAsk } from "@/lib/approvals/asks";
import { orAskColleague } from "@/lib/approvals/mutations";
import { approvalResponse } from "@/lib/approvals/schema";
import { getAdminDeposit } from "@/lib/deposits/data";
import { takeBackDeposit } from "@/lib/deposits/reversal";
import { adminDepositResponseSchema, reverseDepositSchema } from "@/lib/deposits/schema";
import { accepted, idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { shownTo } from "@/lib/wallets/payment-privacy";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary:
        "Ask for a deposit that was credited by mistake to be taken back; 202, as a colleague always has to approve it",
      tag: "Admin deposits",
      auth: "admin",
      errors: ["ABOVE_ROLE_LIMIT", "CONFLICT"],
      permission: "deposits.reverse",
      idempotent: "record",
      params: idParams,
      body: reverseDepositSchema,
      response: adminDepositResponseSchema,
      accepted: approvalResponse,
    },
    async ({ user, params, body, idempotencyKey, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const ask = await reversalAsk(params.id, body.reason);
      const outcome = await orAskColleague(actor, idempotencyKey, ask, () =>
        takeBackDeposit(actor, params.id, body.reason),
      );
      if ("approval" in outcome) {
        return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
      }
      const deposit = shownTo(user, await getAdminDeposit(params.id));
      return { deposit, message: text("answers.theDepositWasReversed") };
    },
  ),
});
