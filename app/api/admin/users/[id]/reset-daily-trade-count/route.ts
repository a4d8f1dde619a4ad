import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { resetTradeCount } from "@/lib/trading/config";
import { resetTradeCountResponse } from "@/lib/trading/config-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Start a user's count of today's trades afresh, from now on",
      tag: "Admin users",
      auth: "admin",
      permission: "users.edit",
      params: idParams,
      response: resetTradeCountResponse,
    },
    async (context) => {
      await resetTradeCount(actorOf(context), context.params.id);
      return { message: text("answers.theDailyTradeCountWasReset"), dailyTradesUsed: 0 };
    },
  ),
});
