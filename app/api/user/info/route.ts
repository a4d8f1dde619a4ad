import { z } from "zod";
import { getUser } from "@/lib/accounts/data";
import { userSchema } from "@/lib/accounts/schema";
import { serializeUser } from "@/lib/accounts/serializers";
import { getUserStats } from "@/lib/accounts/user-stats";
import { userStatsSchema } from "@/lib/accounts/user-stats-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My account and its numbers",
      tag: "User",
      auth: "user",
      response: z.object({ user: userSchema, stats: userStatsSchema }),
    },
    async ({ user }) => {
      const [row, stats] = await Promise.all([getUser(user.userId), getUserStats(user.userId)]);
      return { user: serializeUser(row), stats };
    },
  ),
});
