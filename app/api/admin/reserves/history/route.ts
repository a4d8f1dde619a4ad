import { endpoints, route } from "@/lib/sessions/gate";
import { listEndedReserves } from "@/lib/transparency/reserves/data";
import { reserveHistoryQuery, reserveHistoryResponse } from "@/lib/transparency/reserves/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What was listed as a reserve before and no longer counts, newest first",
      tag: "Proof",
      auth: "admin",
      permission: "reserves.read",
      query: reserveHistoryQuery,
      response: reserveHistoryResponse,
    },
    ({ query }) => listEndedReserves(query),
  ),
});
