import { startRun } from "@/lib/ai/mutations";
import { anyTradeResponseSchema } from "@/lib/ai/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { openTrade } from "@/lib/trading/mutations";
import { openTradeResponseSchema, openTradeSchema } from "@/lib/trading/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Open a trade, or start a strategy run",
      tag: "Trading",
      auth: "user",
      hasPractice: true,
      errors: [
        "DAILY_TRADE_LIMIT",
        "HOUSE_LIMIT",
        "INSUFFICIENT_BALANCE",
        "LOG_BEHIND",
        "MARKET_STALE",
        "MARKET_THIN",
        "NOT_AVAILABLE_IN_COUNTRY",
        "NO_PRICE",
        "OWN_LIMIT",
        "PRICE_MOVED",
        "PRODUCT_DISABLED",
        "RISK_NOT_ACCEPTED",
        "SELF_EXCLUDED",
        "TOO_MANY_RUNS",
        "TRADE_AMOUNT_OUT_OF_RANGE",
        "TRADE_TERMS_CHANGED",
      ],
      idempotent: "ledger",
      refusesSpentKeys: true,
      movesMoney: true,
      body: openTradeSchema,
      response: anyTradeResponseSchema,
      accepted: openTradeResponseSchema,
      status: 201,
    },
    async ({ user, body, idempotencyKey }) =>
      body.type === "ai"
        ? startRun(user, body, idempotencyKey)
        : openTrade(user, body, idempotencyKey),
  ),
});
