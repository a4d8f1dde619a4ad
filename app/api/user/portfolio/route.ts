import { endpoints, route } from "@/lib/sessions/gate";
import { getPortfolio } from "@/lib/statements/portfolio";
import { portfolioQuery, portfolioResponse } from "@/lib/statements/portfolio-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What I owned over a period, and what changed it",
      tag: "User",
      auth: "user",
      isFromReplica: true,
      query: portfolioQuery,
      response: portfolioResponse,
    },
    async ({ user, query: { period } }) => ({
      portfolio: await getPortfolio(user.userId, period),
    }),
  ),
});
