import { endpoints, route } from "@/lib/sessions/gate";
import { getTradingRules } from "@/lib/trading/data";
import { tradeSettingsAnswerSchema } from "@/lib/trading/schema";
import { toTradeSettings } from "@/lib/trading/serializers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What I may trade: products, limits, durations",
      tag: "Trading",
      auth: "user",
      response: tradeSettingsAnswerSchema,
    },
    async ({ user }) => ({
      settings: toTradeSettings(await getTradingRules(user.userId, user.countryIso)),
    }),
  ),
});
