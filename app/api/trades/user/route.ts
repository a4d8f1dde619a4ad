import { endpoints, route } from "@/lib/sessions/gate";
import { exportUserTrades, loadUserTrades } from "@/lib/trading/loaders";
import { userTradesQuerySchema } from "@/lib/trading/queries";
import { userTradesResponseSchema } from "@/lib/trading/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My trades, newest first; as CSV with format=csv",
      tag: "Trading",
      auth: "user",
      hasPractice: true,
      isFromReplica: true,
      query: userTradesQuerySchema,
      response: userTradesResponseSchema,
    },
    ({ user, query }) =>
      query.format === "csv"
        ? exportUserTrades(user.userId, query)
        : loadUserTrades(user.userId, query),
  ),
});
