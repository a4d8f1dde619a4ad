import { listAdminDeposits } from "@/lib/deposits/data";
import { exportDeposits } from "@/lib/deposits/export";
import { adminDepositListSchema } from "@/lib/deposits/schema";
import { AppError } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/sessions/gate";
import { may } from "@/lib/sessions/permission-rules";
import { shownTo } from "@/lib/wallets/payment-privacy";
import { adminPaymentQuerySchema } from "@/lib/wallets/payment-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary:
        "All deposits; pending ones with what confirming would credit now; as CSV with format=csv",
      tag: "Admin deposits",
      auth: "admin",
      isFromReplica: true,
      permission: "deposits.read",
      query: adminPaymentQuerySchema,
      response: adminDepositListSchema,
    },
    async ({ user, query }) => {
      if (query.format === "csv") {
        // A file has whole addresses and hashes.
        if (!may(user, "proofs.read")) throw new AppError("FORBIDDEN");
        return exportDeposits(query);
      }
      const { items, nextCursor } = await listAdminDeposits(query);
      return { deposits: items.map((item) => shownTo(user, item)), nextCursor };
    },
  ),
});
