import { z } from "zod";
import {
  transactionFilters,
  transactionListSchema,
} from "@/lib/ledger/transactions/transaction-schema";
import { listTransactions, transactionsCsv } from "@/lib/ledger/transactions/transactions";
import { idParams, listQuery } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Every movement on a user's accounts, newest first; as CSV with format=csv",
      tag: "Admin users",
      auth: "admin",
      isFromReplica: true,
      permission: "users.read",
      params: idParams,
      query: z.object({
        ...listQuery,
        ...transactionFilters,
        format: z.enum(["json", "csv"]).default("json"),
      }),
      response: transactionListSchema,
    },
    async ({ params, query: { format, ...query } }) => {
      const filter = { userId: params.id, ...query };
      return format === "csv" ? transactionsCsv(filter) : listTransactions(filter);
    },
  ),
});
