import { getUser } from "@/lib/accounts/data";
import { idParams } from "@/lib/platform/http";
import { listRecurringOf } from "@/lib/recurring/data";
import { recurringQuerySchema, staffRecurringListSchema } from "@/lib/recurring/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "A user's recurring buys with their last runs, ended ones too, newest first",
      tag: "Admin users",
      auth: "admin",
      permission: "trades.read",
      isFromReplica: true,
      params: idParams,
      query: recurringQuerySchema,
      response: staffRecurringListSchema,
    },
    async ({ params, query }) => listRecurringOf((await getUser(params.id)).id, query),
  ),
});
