import { getBalance } from "@/lib/accounts/balance";
import { balanceResponseSchema } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My balances",
      tag: "Auth",
      auth: "user",
      hasPractice: true,
      response: balanceResponseSchema,
    },
    async ({ user }) => getBalance(user.userId),
  ),
});
