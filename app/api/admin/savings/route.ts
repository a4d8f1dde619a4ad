import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { createPlan } from "@/lib/savings/staff";
import { listAdminPlans } from "@/lib/savings/staff-plans";
import {
  adminSavingAnswerSchema,
  adminSavingListSchema,
  createPlanSchema,
} from "@/lib/savings/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "All savings plans, and the interest money behind them",
      tag: "Savings",
      auth: "admin",
      area: "finance",
      response: adminSavingListSchema,
    },
    () => listAdminPlans(),
  ),
  POST: route(
    {
      summary: "Add a savings plan",
      tag: "Savings",
      auth: "admin",
      area: "finance",
      idempotent: "record",
      body: createPlanSchema,
      response: adminSavingAnswerSchema,
      status: 201,
    },
    async (context) => ({
      message: "The plan was added",
      saving: await createPlan(actorOf(context), context.body),
    }),
  ),
});
