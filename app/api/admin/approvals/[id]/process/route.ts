import { decideApproval } from "@/lib/approvals/decisions";
import { approvalResponse, decideApprovalSchema } from "@/lib/approvals/schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Approve or reject what a colleague asked for; approving does it",
      tag: "Admin approvals",
      auth: "admin",
      errors: [
        "ABOVE_ROLE_LIMIT",
        "ACCOUNT_ON_HOLD",
        "ALREADY_PROCESSED",
        "AMOUNT_OUT_OF_RANGE",
        "CONFLICT",
        "HOUSE_BELOW_OBLIGATIONS",
        "HOUSE_INSUFFICIENT",
        "HOUSE_LIMIT",
        "HOUSE_TRANSFER_INVALID",
        "INSUFFICIENT_BALANCE",
        "PRICE_MOVED",
        "RATE_UNAVAILABLE",
        "SAVING_PLAN_IN_USE",
        "TRANSACTION_ALREADY_CREDITED",
        "TRANSACTION_HASH_REPEATED",
        "WITHDRAWAL_WAITS",
      ],
      permission: "approvals.decide",
      idempotent: "record",
      params: idParams,
      body: decideApprovalSchema,
      response: approvalResponse,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      return {
        approval: await decideApproval(actor, params.id, body),
        message:
          body.action === "approve"
            ? text("answers.theRequestWasApproved")
            : text("answers.theRequestWasRejected"),
      };
    },
  ),
});
