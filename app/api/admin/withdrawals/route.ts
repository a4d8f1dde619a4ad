import { AppError } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/sessions/gate";
import { may } from "@/lib/sessions/permission-rules";
import { shownTo } from "@/lib/wallets/payment-privacy";
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
      isFromReplica: true,
      permission: "withdrawals.read",
      query: adminPaymentQuerySchema,
      response: adminWithdrawalListSchema,
    },
    async ({ user, query }) => {
      if (query.format === "csv") {
        // A file has whole addresses and hashes.
        if (!may(user, "proofs.read")) throw new AppError("FORBIDDEN");
        return exportWithdrawals(query);
      }
      const { items, nextCursor } = await listAdminWithdrawals(query);
      return { withdrawals: items.map((item) => shownTo(user, item)), nextCursor };
    },
  ),
});
