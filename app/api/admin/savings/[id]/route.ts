import { planAsk } from "@/lib/approvals/asks";
import { orAskColleague } from "@/lib/approvals/mutations";
import { approvalResponse } from "@/lib/approvals/schema";
import { accepted, idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { deletePlan, updatePlan } from "@/lib/savings/staff";
import {
  adminSavingResponseSchema,
  deletePlanSchema,
  updatePlanSchema,
} from "@/lib/savings/staff-schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary:
        "Change a savings plan; existing savings keep their terms; 202 when a colleague has to approve it",
      tag: "Savings",
      auth: "admin",
      errors: ["CONFLICT", "SAVING_PLAN_IN_USE"],
      permission: "savings.edit",
      params: idParams,
      body: updatePlanSchema,
      response: adminSavingResponseSchema,
      accepted: approvalResponse,
    },
    async (context) => {
      const { params, body, idempotencyKey } = context;
      const actor = actorOf(context);
      const ask = await planAsk(params.id, { body });
      const outcome = await orAskColleague(actor, idempotencyKey, ask, () =>
        updatePlan(actor, params.id, body),
      );
      if ("done" in outcome) {
        return { message: text("answers.thePlanWasChanged"), saving: outcome.done };
      }
      return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
    },
  ),
  DELETE: route(
    {
      summary: "Delete a savings plan that nobody ever subscribed to",
      tag: "Savings",
      auth: "admin",
      errors: ["SAVING_PLAN_IN_USE"],
      permission: "savings.edit",
      params: idParams,
      body: deletePlanSchema,
    },
    async (context) => {
      await deletePlan(actorOf(context), context.params.id, context.body.reason);
      return { message: text("answers.thePlanWasDeleted") };
    },
  ),
});
