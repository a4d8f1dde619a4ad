import { runBacktest } from "@/lib/ai/backtests";
import { backtestInputSchema, backtestResponseSchema } from "@/lib/ai/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Test a strategy on recorded candles, with costs, beside buying and holding",
      tag: "Strategies",
      auth: "user",
      errors: ["BACKTEST_TOO_SHORT"],
      rateLimit: { name: "backtest", points: 30, seconds: 60, by: "user" },
      body: backtestInputSchema,
      response: backtestResponseSchema,
    },
    async ({ body }) => ({ backtest: await runBacktest(body) }),
  ),
});
