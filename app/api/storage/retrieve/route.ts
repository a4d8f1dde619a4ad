import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { convertInVault } from "@/lib/vault/mutations";
import { conversionResponseSchema, convertSchema } from "@/lib/vault/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Retrieve USDT for stored XAUT, at the bid",
      tag: "Storage",
      auth: "user",
      errors: [
        "AMOUNT_OUT_OF_RANGE",
        "DAILY_TRADE_LIMIT",
        "HOUSE_LIMIT",
        "INSUFFICIENT_XAUT_BALANCE",
        "MARKET_STALE",
        "PRICE_MOVED",
      ],
      idempotent: "record",
      movesMoney: true,
      body: convertSchema,
      response: conversionResponseSchema,
      status: 201,
    },
    async ({ user, body, idempotencyKey }) => ({
      message: text("answers.xautRetrieved"),
      ...(await convertInVault(user.userId, "retrieve", body, idempotencyKey)),
    }),
  ),
});
