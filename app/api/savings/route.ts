import { endpoints, route } from "@/lib/accounts/gate";
import { listPlans } from "@/lib/savings/data";
import { savingListSchema } from "@/lib/savings/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Savings plans: the active ones for users, all for staff",
      tag: "Savings",
      auth: "user",
      response: savingListSchema,
    },
    async ({ user }) => ({ savings: await listPlans({ all: user.isAdmin }) }),
  ),
});
