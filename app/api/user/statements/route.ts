import { endpoints, route } from "@/lib/sessions/gate";
import { listMonths } from "@/lib/statements/months";
import { monthListSchema } from "@/lib/statements/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My months with what I owned before and after, newest first",
      tag: "User",
      auth: "user",
      isFromReplica: true,
      response: monthListSchema,
    },
    async ({ user }) => ({ statements: await listMonths(user.userId) }),
  ),
});
