import { getUser } from "@/lib/accounts/data";
import { loadRuns } from "@/lib/ai/loaders";
import { runsQuerySchema } from "@/lib/ai/queries";
import { runListSchema } from "@/lib/ai/schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary:
        "A user's strategy runs: all live ones on the first page, then up to `limit` that ended, the last first",
      tag: "Admin users",
      auth: "admin",
      permission: "trades.read",
      params: idParams,
      query: runsQuerySchema,
      response: runListSchema,
    },
    async ({ params, query }) => loadRuns((await getUser(params.id)).id, query),
  ),
});
