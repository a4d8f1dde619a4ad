import { endpoints, route } from "@/lib/accounts/gate";
import { createPlan, listAdminPlans } from "@/lib/savings/staff";
import {
  adminSavingAnswerSchema,
  adminSavingListSchema,
  createPlanSchema,
} from "@/lib/savings/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "All savings plans",
      tag: "Savings",
      auth: "admin",
      area: "finance",
      response: adminSavingListSchema,
    },
    async () => ({ savings: await listAdminPlans() }),
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
    async ({ user, body, requestId, ip }) => ({
      message: "The plan was added",
      saving: await createPlan({ id: user.userId, name: user.username, requestId, ip }, body),
    }),
  ),
});
