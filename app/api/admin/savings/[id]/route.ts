import { endpoints, route } from "@/lib/accounts/gate";
import { idParams } from "@/lib/platform/http";
import { deletePlan, updatePlan } from "@/lib/savings/staff";
import { adminSavingAnswerSchema, updatePlanSchema } from "@/lib/savings/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Change a savings plan; existing savings keep their terms",
      tag: "Savings",
      auth: "admin",
      area: "finance",
      params: idParams,
      body: updatePlanSchema,
      response: adminSavingAnswerSchema,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      return {
        message: "The plan was changed",
        saving: await updatePlan(actor, params.id, body),
      };
    },
  ),
  DELETE: route(
    {
      summary: "Take a savings plan off the list; its savings run on",
      tag: "Savings",
      auth: "admin",
      area: "finance",
      params: idParams,
    },
    async ({ user, params, requestId, ip }) => {
      await deletePlan({ id: user.userId, name: user.username, requestId, ip }, params.id);
      return { message: "The plan was deleted" };
    },
  ),
});
