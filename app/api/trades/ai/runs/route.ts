import { loadRuns } from "@/lib/ai/loaders";
import { runsQuerySchema } from "@/lib/ai/queries";
import { runListSchema } from "@/lib/ai/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary:
        "My strategy runs: all live ones on the first page, then up to `limit` that ended, the last first",
      tag: "Strategies",
      auth: "user",
      hasPractice: true,
      query: runsQuerySchema,
      response: runListSchema,
    },
    ({ user, query }) => loadRuns(user.userId, query),
  ),
});
