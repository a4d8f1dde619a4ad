import { endpoints, route } from "@/lib/sessions/gate";
import { exportTrades, loadTrades } from "@/lib/trading/loaders";
import { adminTradesQuerySchema } from "@/lib/trading/queries";
import { adminTradesResponseSchema } from "@/lib/trading/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Everybody's trades with totals, read-only; as CSV with format=csv",
      tag: "Trading",
      auth: "admin",
      isFromReplica: true,
      permission: "trades.read",
      query: adminTradesQuerySchema,
      response: adminTradesResponseSchema,
    },
    ({ query }) => (query.format === "csv" ? exportTrades(query) : loadTrades(query)),
  ),
});
