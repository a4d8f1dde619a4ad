import { unfreezeAsk } from "@/lib/approvals/asks";
import { orAskColleague } from "@/lib/approvals/mutations";
import { approvalResponse } from "@/lib/approvals/schema";
import { accepted, idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { unfreezeByStaff } from "@/lib/security/freeze";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { unfreezeByStaffSchema } from "@/lib/staff/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary:
        "Ask for a frozen account to be opened; 202, as a colleague always has to approve it",
      tag: "Admin users",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "users.access",
      idempotent: "record",
      params: idParams,
      body: unfreezeByStaffSchema,
      accepted: approvalResponse,
    },
    async (context) => {
      const { params, body, idempotencyKey } = context;
      const actor = actorOf(context);
      const ask = unfreezeAsk(params.id, body.reason);
      const outcome = await orAskColleague(actor, idempotencyKey, ask, () =>
        unfreezeByStaff(actor, params.id, body.reason),
      );
      if ("approval" in outcome) {
        return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
      }
      return { message: text("answers.accountOpenedAgain") };
    },
  ),
});
