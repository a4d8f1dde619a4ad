import { getUser } from "@/lib/accounts/data";
import { loadSetups } from "@/lib/ai/loaders";
import { setupsQuerySchema } from "@/lib/ai/queries";
import { proposeSetupSchema, setupListSchema, setupResponseSchema } from "@/lib/ai/schema";
import { proposeSetup } from "@/lib/ai/setups";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Strategies proposed to a user, newest first",
      tag: "Admin users",
      auth: "admin",
      permission: "users.read",
      params: idParams,
      query: setupsQuerySchema,
      response: setupListSchema,
    },
    async ({ params, query }) => loadSetups((await getUser(params.id)).id, query),
  ),
  POST: route(
    {
      summary: "Propose a strategy to a user, who may accept or decline it",
      tag: "Admin users",
      auth: "admin",
      permission: "users.edit",
      idempotent: "record",
      params: idParams,
      body: proposeSetupSchema,
      response: setupResponseSchema,
      status: 201,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const setup = await proposeSetup(actor, params.id, body);
      return { message: text("answers.theStrategyWasProposed"), setup };
    },
  ),
});
