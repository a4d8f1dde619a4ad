import { getUser } from "@/lib/accounts/data";
import { listOrders } from "@/lib/orders/data";
import { orderListSchema, ordersQuerySchema } from "@/lib/orders/schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "A user's limit and stop orders, newest first",
      tag: "Admin users",
      auth: "admin",
      permission: "trades.read",
      isFromReplica: true,
      params: idParams,
      query: ordersQuerySchema,
      response: orderListSchema,
    },
    async ({ params, query }) => listOrders((await getUser(params.id)).id, query),
  ),
});
