import { listAdminDeposits } from "@/lib/deposits/data";
import { exportDeposits } from "@/lib/deposits/export";
import { adminDepositListSchema } from "@/lib/deposits/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { adminPaymentQuerySchema } from "@/lib/wallets/payment-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary:
        "All deposits; pending ones with what confirming would credit now; as CSV with format=csv",
      tag: "Admin deposits",
      auth: "admin",
      permission: "deposits.read",
      query: adminPaymentQuerySchema,
      response: adminDepositListSchema,
    },
    async ({ query }) => {
      if (query.format === "csv") return exportDeposits(query);
      const { items, nextCursor } = await listAdminDeposits(query);
      return { deposits: items, nextCursor };
    },
  ),
});
