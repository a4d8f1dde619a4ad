import { getBalance } from "@/lib/accounts/balance";
import { endpoints, route } from "@/lib/accounts/gate";
import { balanceAnswerSchema } from "@/lib/accounts/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    { summary: "My balances", tag: "Auth", auth: "user", response: balanceAnswerSchema },
    async ({ user }) => getBalance(user.userId),
  ),
});
