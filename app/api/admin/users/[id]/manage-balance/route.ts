import { adjustBalance } from "@/lib/approvals/balance-changes";
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
      errors: ["HOUSE_LIMIT", "INSUFFICIENT_BALANCE"],
      area: "finance",
      idempotent: "record",
      params: idParams,
      body: manageBalanceSchema,
      response: manageBalanceResponse,
      accepted: approvalResponse,
    },
    async ({ user, params, body, idempotencyKey, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const outcome = await adjustBalance(actor, params.id, body, idempotencyKey);
      if ("change" in outcome)
        return { ...outcome.change, message: text("answers.balanceChanged") };
      return accepted({ ...outcome, message: text("answers.aColleagueApproveChange") });
    },
  ),
});
