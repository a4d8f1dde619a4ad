import { mySavings } from "@/lib/savings/data";
import { mySavingsQuerySchema } from "@/lib/savings/queries";
import { mySavingsResponseSchema } from "@/lib/savings/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My savings, newest first",
      tag: "Savings",
      auth: "user",
      query: mySavingsQuerySchema,
      response: mySavingsResponseSchema,
    },
    ({ user, query }) => mySavings(user.userId, query),
  ),
});
