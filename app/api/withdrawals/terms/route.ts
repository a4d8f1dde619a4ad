import { endpoints, route } from "@/lib/sessions/gate";
import { bookedIn } from "@/lib/wallets/names";
import { getWithdrawalTerms } from "@/lib/withdrawals/data";
import { withdrawalTermsQuerySchema, withdrawalTermsSchema } from "@/lib/withdrawals/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Limits, fee and balance that my withdrawals are bound to now",
      tag: "Withdrawals",
      auth: "user",
      query: withdrawalTermsQuerySchema,
      response: withdrawalTermsSchema,
    },
    async ({ user, query }) => ({
      terms: await getWithdrawalTerms(user.userId, bookedIn(query.currency)),
    }),
  ),
});
