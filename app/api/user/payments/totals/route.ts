import { endpoints, route } from "@/lib/sessions/gate";
import { recordTotals } from "@/lib/withdrawals/record-totals";
import {
  recordTotalsQuerySchema,
  recordTotalsSchema,
} from "@/lib/withdrawals/record-totals-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What my deposits and withdrawals under a filter came to, together and by day",
      tag: "User",
      auth: "user",
      isFromReplica: true,
      query: recordTotalsQuerySchema,
      response: recordTotalsSchema,
    },
    ({ user, query }) => recordTotals(user.userId, query),
  ),
});
