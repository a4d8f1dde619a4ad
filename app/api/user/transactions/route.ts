import { z } from "zod";
import { transactionFilters, transactionListSchema } from "@/lib/ledger/transaction-schema";
import { listTransactions, transactionsCsv } from "@/lib/ledger/transactions";
import { listQuery } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Every movement on my accounts, newest first; all of them as CSV with format=csv",
      tag: "User",
      auth: "user",
      query: z.object({
        ...listQuery,
        ...transactionFilters,
        format: z.enum(["json", "csv"]).default("json"),
      }),
      response: transactionListSchema,
    },
    async ({ user, query: { format, ...query } }) => {
      const filter = { userId: user.userId, ...query };
      return format === "csv" ? transactionsCsv(filter) : listTransactions(filter);
    },
  ),
});
