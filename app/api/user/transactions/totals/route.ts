import { endpoints, route } from "@/lib/sessions/gate";
import { historyTotals } from "@/lib/statements/totals";
import { historyTotalsQuerySchema, historyTotalsSchema } from "@/lib/statements/totals-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What the changes of my wealth under a filter come to, together and by day",
      tag: "User",
      auth: "user",
      hasPractice: true,
      isFromReplica: true,
      query: historyTotalsQuerySchema,
      response: historyTotalsSchema,
    },
    ({ user, query }) => historyTotals({ userId: user.userId, ...query }),
  ),
});
