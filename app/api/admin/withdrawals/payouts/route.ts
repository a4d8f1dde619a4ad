import { endpoints, route } from "@/lib/sessions/gate";
import { exportPayouts, listPayouts } from "@/lib/withdrawals/payouts";
import { payoutList, payoutQuery } from "@/lib/withdrawals/payouts-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Approved withdrawals that are to be sent, oldest first; as CSV with format=csv",
      tag: "Admin withdrawals",
      auth: "admin",
      permission: "proofs.read",
      query: payoutQuery,
      response: payoutList,
    },
    ({ query }) => (query.format === "csv" ? exportPayouts() : listPayouts(query)),
  ),
});
