import { idParams } from "@/lib/platform/http";
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
      summary: "Change a savings plan; existing savings keep their terms",
      tag: "Savings",
      auth: "admin",
      errors: ["CONFLICT", "SAVING_PLAN_IN_USE"],
      area: "finance",
      params: idParams,
      body: updatePlanSchema,
      response: adminSavingResponseSchema,
    },
    async (context) => ({
      message: text("answers.thePlanWasChanged"),
      saving: await updatePlan(actorOf(context), context.params.id, context.body),
    }),
  ),
  DELETE: route(
    {
      summary: "Delete a savings plan that nobody ever subscribed to",
      tag: "Savings",
      auth: "admin",
      errors: ["SAVING_PLAN_IN_USE"],
      area: "finance",
      params: idParams,
      body: deletePlanSchema,
    },
    async (context) => {
      await deletePlan(actorOf(context), context.params.id, context.body.reason);
      return { message: text("answers.thePlanWasDeleted") };
    },
  ),
});
