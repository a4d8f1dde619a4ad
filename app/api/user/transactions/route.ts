import { z } from "zod";
import { listQuery } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { historyCsv, listHistory } from "@/lib/statements/history";
import { historyFilters, historySchema } from "@/lib/statements/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary:
        "What changed my wealth, or every line of my accounts, newest first; all of it as CSV with format=csv",
      tag: "User",
      auth: "user",
      hasPractice: true,
      isFromReplica: true,
      query: z.object({
        ...listQuery,
        ...historyFilters,
        format: z.enum(["json", "csv"]).default("json"),
      }),
      response: historySchema,
    },
    async ({ user, query: { format, view, ...query } }) => {
      const filter = { userId: user.userId, ...query };
      return format === "csv" ? historyCsv(view, filter) : listHistory(view, filter);
    },
  ),
});
