import { cancelOrder } from "@/lib/orders/mutations";
import { orderResponseSchema } from "@/lib/orders/schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "Cancel my open order; what was set aside goes back",
      tag: "Trading",
      auth: "user",
      hasPractice: true,
      idempotent: "record",
      errors: ["MARKET_STALE", "ORDER_CLOSED"],
      movesMoney: true,
      params: idParams,
      response: orderResponseSchema,
    },
    async ({ user, params }) => ({
      message: text("answers.orderCancelled"),
      order: await cancelOrder(user.userId, params.id),
    }),
  ),
});
