import { adjustmentId, balanceAsk } from "@/lib/approvals/asks";
import { adjustBalance } from "@/lib/approvals/balance-changes";
import { orAskColleague } from "@/lib/approvals/mutations";
import {
  approvalResponse,
  manageBalanceResponse,
  manageBalanceSchema,
} from "@/lib/approvals/schema";
import { accepted, idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary:
        "Add to or subtract from a user's balance, with a reason they can read; 202 when a colleague has to approve it",
      tag: "Admin users",
      auth: "admin",
      errors: ["ABOVE_ROLE_LIMIT", "HOUSE_LIMIT", "INSUFFICIENT_BALANCE"],
      permission: "balances.adjust",
      idempotent: "record",
      params: idParams,
      body: manageBalanceSchema,
      response: manageBalanceResponse,
      accepted: approvalResponse,
    },
    async ({ user, params, body, idempotencyKey, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const outcome = await orAskColleague(
        actor,
        idempotencyKey,
        balanceAsk(params.id, body, idempotencyKey),
        () => adjustBalance(actor, params.id, body, adjustmentId(idempotencyKey)),
      );
      if ("done" in outcome) return { ...outcome.done, message: text("answers.balanceChanged") };
      return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
    },
  ),
});
