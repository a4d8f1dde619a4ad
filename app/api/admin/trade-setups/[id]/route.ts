import { changeSetupSchema, setupResponseSchema } from "@/lib/ai/schema";
import { changeSetup, withdrawSetup } from "@/lib/ai/setups";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Change a proposal that is not decided yet",
      tag: "Admin users",
      auth: "admin",
      errors: ["ALREADY_PROCESSED", "CONFLICT"],
      permission: "users.edit",
      params: idParams,
      body: changeSetupSchema,
      response: setupResponseSchema,
    },
    async (context) => ({
      message: text("answers.theProposalWasChanged"),
      setup: await changeSetup(actorOf(context), context.params.id, context.body),
    }),
  ),
  DELETE: route(
    {
      summary: "Withdraw a proposal that is not decided yet",
      tag: "Admin users",
      auth: "admin",
      errors: ["ALREADY_PROCESSED"],
      permission: "users.edit",
      params: idParams,
      response: setupResponseSchema,
    },
    async (context) => ({
      message: text("answers.theProposalWasWithdrawn"),
      setup: await withdrawSetup(actorOf(context), context.params.id),
    }),
  ),
});
