import { z } from "zod";
import { getUser } from "@/lib/accounts/data";
import { endpoints, route } from "@/lib/accounts/gate";
import { getUserStats } from "@/lib/accounts/overview";
import { userStatsSchema } from "@/lib/accounts/overview-schema";
import { userSchema } from "@/lib/accounts/schema";
import { serializeUser } from "@/lib/accounts/serializers";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
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
