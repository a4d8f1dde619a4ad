import { endpoints, route } from "@/lib/sessions/gate";
import { getWithdrawalTerms } from "@/lib/withdrawals/data";
import { withdrawalTermsSchema } from "@/lib/withdrawals/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Limits, fee and balance that my withdrawals are bound to now",
      tag: "Withdrawals",
      auth: "user",
      response: withdrawalTermsSchema,
    },
    async ({ user }) => ({ terms: await getWithdrawalTerms(user.userId) }),
  ),
});
