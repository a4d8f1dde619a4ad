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
      area: "finance",
      query: adminPlansQuerySchema,
      response: adminSavingListSchema,
    },
    ({ query }) => listAdminPlans(query),
  ),
  POST: route(
    {
      summary: "Add a savings plan",
      tag: "Savings",
      auth: "admin",
      errors: ["CONFLICT"],
      area: "finance",
      idempotent: "record",
      body: createPlanSchema,
      response: adminSavingResponseSchema,
      status: 201,
    },
    async (context) => ({
      message: text("answers.thePlanWasAdded"),
      saving: await createPlan(actorOf(context), context.body),
    }),
  ),
});
