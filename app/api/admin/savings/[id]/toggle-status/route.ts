import { planAsk } from "@/lib/approvals/asks";
import { orAskColleague } from "@/lib/approvals/mutations";
import { approvalResponse } from "@/lib/approvals/schema";
import { accepted, idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { togglePlan } from "@/lib/savings/staff";
import { adminSavingResponseSchema, togglePlanSchema } from "@/lib/savings/staff-schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PATCH: route(
    {
      summary:
        "Open or close a savings plan for new subscriptions; 202 when a colleague has to approve it",
      tag: "Savings",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "savings.edit",
      params: idParams,
      body: togglePlanSchema,
      response: adminSavingResponseSchema,
      accepted: approvalResponse,
    },
    async (context) => {
      const { params, body, idempotencyKey } = context;
      const actor = actorOf(context);
      const ask = await planAsk(params.id, body);
      const outcome = await orAskColleague(actor, idempotencyKey, ask, () =>
        togglePlan(actor, params.id, body.isActive),
      );
      if ("approval" in outcome) {
        return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
      }
      const saving = outcome.done;
      return {
        message: saving.isActive ? text("answers.thePlanOpen") : text("answers.thePlanClosed"),
        saving,
      };
    },
  ),
});
