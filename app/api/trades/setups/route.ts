import { loadSetups } from "@/lib/ai/loaders";
import { setupsQuerySchema } from "@/lib/ai/queries";
import { setupListSchema } from "@/lib/ai/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Strategies that support proposed to me, newest first",
      tag: "Strategies",
      auth: "user",
      query: setupsQuerySchema,
      response: setupListSchema,
    },
    ({ user, query }) => loadSetups(user.userId, query),
  ),
});
