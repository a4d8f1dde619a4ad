import { endpoints, route } from "@/lib/accounts/gate";
import { openTrade } from "@/lib/trading/mutations";
import { openTradeAnswerSchema, openTradeSchema } from "@/lib/trading/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Open a trade",
      tag: "Trading",
      auth: "user",
      idempotent: "ledger",
      body: openTradeSchema,
      response: openTradeAnswerSchema,
      status: 201,
    },
    ({ user, body, idempotencyKey }) => openTrade(user, body, idempotencyKey),
  ),
});
