import { listPlans } from "@/lib/savings/data";
import { savingListSchema } from "@/lib/savings/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Savings plans: the active ones for users, all for staff",
      tag: "Savings",
      auth: "user",
      response: savingListSchema,
    },
    async ({ user }) => ({ savings: await listPlans(user.userId, { all: user.isAdmin }) }),
  ),
});
