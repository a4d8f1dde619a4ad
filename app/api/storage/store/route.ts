import { endpoints, route } from "@/lib/sessions/gate";
import { convertInVault } from "@/lib/vault/mutations";
import { conversionResponseSchema, storeSchema } from "@/lib/vault/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Store XAUT: for USDT at the next ask, or from the available balance",
      tag: "Storage",
      auth: "user",
      errors: [
        "AMOUNT_OUT_OF_RANGE",
        "BELOW_MINIMUM_STORAGE",
        "DAILY_TRADE_LIMIT",
        "HOUSE_LIMIT",
        "INSUFFICIENT_USDT_BALANCE",
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
      body: storeSchema,
      response: conversionResponseSchema,
      accepted: conversionResponseSchema,
      status: 201,
    },
    ({ user, body: { from: currency, ...order }, idempotencyKey }) =>
      convertInVault(user.userId, "store", { ...order, currency }, idempotencyKey),
  ),
});
