import { newPlanAsk } from "@/lib/approvals/asks";
import { orAskColleague } from "@/lib/approvals/mutations";
import { approvalResponse } from "@/lib/approvals/schema";
import { accepted } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { adminPlansQuerySchema } from "@/lib/savings/queries";
import { createPlan } from "@/lib/savings/staff";
import { listAdminPlans } from "@/lib/savings/staff-plans";
import {
  adminSavingListSchema,
  adminSavingResponseSchema,
  createPlanSchema,
} from "@/lib/savings/staff-schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "All savings plans, newest first, and the interest money behind them",
      tag: "Savings",
      auth: "admin",
      permission: "savings.read",
      query: adminPlansQuerySchema,
      response: adminSavingListSchema,
    },
    ({ query }) => listAdminPlans(query),
  ),
  POST: route(
    {
      summary: "Add a savings plan; 202 when a colleague has to approve it",
      tag: "Savings",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "savings.edit",
      idempotent: "record",
      body: createPlanSchema,
      response: adminSavingResponseSchema,
      status: 201,
      accepted: approvalResponse,
    },
    async (context) => {
      const { body, idempotencyKey } = context;
      const actor = actorOf(context);
      const outcome = await orAskColleague(actor, idempotencyKey, newPlanAsk(body), () =>
        createPlan(actor, body),
      );
      if ("done" in outcome) {
        return { message: text("answers.thePlanWasAdded"), saving: outcome.done };
      }
      return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
    },
  ),
});
