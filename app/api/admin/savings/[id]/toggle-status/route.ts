import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { togglePlan } from "@/lib/savings/staff";
import { adminSavingResponseSchema, togglePlanSchema } from "@/lib/savings/staff-schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PATCH: route(
    {
      summary: "Open or close a savings plan for new subscriptions",
      tag: "Savings",
      auth: "admin",
      area: "finance",
      params: idParams,
      body: togglePlanSchema,
      response: adminSavingResponseSchema,
    },
    async (context) => {
      const { params, body } = context;
      const saving = await togglePlan(actorOf(context), params.id, body.isActive);
      return {
        message: saving.isActive ? text("answers.thePlanOpen") : text("answers.thePlanClosed"),
        saving,
      };
    },
  ),
});
