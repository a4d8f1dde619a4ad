import { endpoints, route } from "@/lib/sessions/gate";
import { adminPaymentQuerySchema } from "@/lib/wallets/payment-schema";
import { listAdminWithdrawals } from "@/lib/withdrawals/data";
import { exportWithdrawals } from "@/lib/withdrawals/export";
import { adminWithdrawalListSchema } from "@/lib/withdrawals/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "All withdrawals; as CSV with format=csv",
      tag: "Admin withdrawals",
      auth: "admin",
      permission: "withdrawals.read",
      query: adminPaymentQuerySchema,
      response: adminWithdrawalListSchema,
    },
    async ({ query }) => {
      if (query.format === "csv") return exportWithdrawals(query);
      const { items, nextCursor } = await listAdminWithdrawals(query);
      return { withdrawals: items, nextCursor };
    },
  ),
});
