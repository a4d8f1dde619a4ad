import { listDeposits } from "@/lib/deposits/data";
import { depositListSchema } from "@/lib/deposits/schema";
import { serializeDeposit } from "@/lib/deposits/serializers";
import { endpoints, route } from "@/lib/sessions/gate";
import { paymentQuerySchema } from "@/lib/wallets/payment-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My deposits",
      tag: "Deposits",
      auth: "user",
      isFromReplica: true,
      query: paymentQuerySchema,
      response: depositListSchema,
    },
    async ({ user, query }) => {
      const { items, nextCursor } = await listDeposits(user.userId, query);
      return { deposits: items.map(serializeDeposit), nextCursor };
    },
  ),
});
