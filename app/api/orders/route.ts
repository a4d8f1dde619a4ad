import { listOrders } from "@/lib/orders/data";
import { placeOrder } from "@/lib/orders/mutations";
import {
  orderListSchema,
  ordersQuerySchema,
  placedOrderSchema,
  placeOrderSchema,
} from "@/lib/orders/schema";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { logForAnswer } from "@/lib/transparency/state";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My limit and stop orders, newest first",
      tag: "Trading",
      auth: "user",
      hasPractice: true,
      isFromReplica: true,
      query: ordersQuerySchema,
      response: orderListSchema,
    },
    ({ user, query }) => listOrders(user.userId, query),
  ),
  POST: route(
    {
      summary: "Place a limit or stop order; its amount is set aside at once",
      tag: "Trading",
      auth: "user",
      hasPractice: true,
      errors: [
        "DAILY_TRADE_LIMIT",
        "INSUFFICIENT_BALANCE",
        "MARKET_STALE",
        "MARKET_THIN",
        "ORDER_EXPIRY_PASSED",
        "ORDER_PRICE_OUT_OF_RANGE",
        "OWN_LIMIT",
        "PRODUCT_DISABLED",
        "SELF_EXCLUDED",
        "TOO_MANY_ORDERS",
        "TRADE_AMOUNT_OUT_OF_RANGE",
        "TRADE_TERMS_CHANGED",
      ],
      idempotent: "ledger",
      refusesSpentKeys: true,
      movesMoney: true,
      body: placeOrderSchema,
      response: placedOrderSchema,
      status: 201,
    },
    async ({ user, body, idempotencyKey }) => ({
      message: text("answers.orderPlaced"),
      order: await placeOrder(user.userId, body, idempotencyKey),
      log: logForAnswer(user.userId, idempotencyKey),
    }),
  ),
});
