import { endpoints, route } from "@/lib/sessions/gate";
import { convertInVault } from "@/lib/vault/mutations";
import { conversionResponseSchema, retrieveSchema } from "@/lib/vault/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Retrieve stored XAUT: for USDT at the next bid, or to the available balance",
      tag: "Storage",
      auth: "user",
      errors: [
        "AMOUNT_OUT_OF_RANGE",
        "DAILY_TRADE_LIMIT",
        "HOUSE_LIMIT",
        "INSUFFICIENT_XAUT_BALANCE",
        "MARKET_STALE",
        "MARKET_THIN",
        "NO_PRICE",
        "PRICE_MOVED",
        "TRADE_AMOUNT_OUT_OF_RANGE",
        "TRADE_TERMS_CHANGED",
      ],
      idempotent: "ledger",
      refusesSpentKeys: true,
      movesMoney: true,
      body: retrieveSchema,
      response: conversionResponseSchema,
      accepted: conversionResponseSchema,
      status: 201,
    },
    ({ user, body: { to: currency, ...order }, idempotencyKey }) =>
      convertInVault(user.userId, "retrieve", { ...order, currency }, idempotencyKey),
  ),
});
