import { endpoints, route } from "@/lib/accounts/gate";
import { idParams } from "@/lib/platform/http";
import { togglePlan } from "@/lib/savings/staff";
import { adminSavingAnswerSchema, togglePlanSchema } from "@/lib/savings/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PATCH: route(
    {
      summary: "Open or close a savings plan for new subscriptions",
      tag: "Savings",
      auth: "admin",
      area: "finance",
      params: idParams,
      body: togglePlanSchema,
      response: adminSavingAnswerSchema,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const saving = await togglePlan(actor, params.id, body.isActive);
      return { message: saving.isActive ? "The plan is open" : "The plan is closed", saving };
    },
  ),
});
