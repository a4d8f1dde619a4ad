import { endpoints, route } from "@/lib/sessions/gate";
import { getTradingRules } from "@/lib/trading/data";
import { tradeSettingsResponseSchema } from "@/lib/trading/schema";
import { toTradeSettings } from "@/lib/trading/serializers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What I may trade: products, limits, durations",
      tag: "Trading",
      auth: "user",
      hasPractice: true,
      response: tradeSettingsResponseSchema,
    },
    async ({ user }) => ({
      settings: toTradeSettings(await getTradingRules(user.userId, user.countryIso)),
    }),
  ),
});
