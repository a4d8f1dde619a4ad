import { decideApproval } from "@/lib/approvals/decisions";
import { approvalResponse, decideApprovalSchema } from "@/lib/approvals/schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Approve or reject a balance change that a colleague asked for",
      tag: "Admin approvals",
      auth: "admin",
      errors: ["ALREADY_PROCESSED", "INSUFFICIENT_BALANCE"],
      area: "finance",
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
            ? text("answers.theBalanceWasChanged")
            : text("answers.theChangeWasRejected"),
      };
    },
  ),
});
