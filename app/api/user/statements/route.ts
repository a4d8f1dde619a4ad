import { endpoints, route } from "@/lib/sessions/gate";
import { yearsOf } from "@/lib/statements/figures-rules";
import { listMonths } from "@/lib/statements/months";
import { monthListSchema } from "@/lib/statements/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My months and years with what I owned before and after, newest first",
      tag: "User",
      auth: "user",
      isFromReplica: true,
      response: monthListSchema,
    },
    async ({ user }) => {
      const statements = await listMonths(user.userId);
      return { statements, years: yearsOf(statements) };
    },
  ),
});
