import { searchEverything } from "@/lib/search/data";
import { searchQuery, searchResponse } from "@/lib/search/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Users, deposits, withdrawals, trades, addresses and logins that a text names",
      tag: "Admin",
      auth: "admin",
      isForAllStaff: true,
      rateLimit: { name: "staff-search", points: 120, seconds: 60, by: "user" },
      query: searchQuery,
      response: searchResponse,
    },
    async ({ user, query }) => ({ results: await searchEverything(user, query.q) }),
  ),
});
