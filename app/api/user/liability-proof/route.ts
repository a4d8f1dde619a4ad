import { endpoints, route } from "@/lib/sessions/gate";
import { getLiabilityProof } from "@/lib/transparency/liabilities/data";
import { liabilityProofQuery, liabilityProofResponse } from "@/lib/transparency/liabilities/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What shows my balance in the published trees of what customers are owed",
      tag: "Proof",
      auth: "user",
      errors: ["NOT_FOUND"],
      query: liabilityProofQuery,
      response: liabilityProofResponse,
    },
    ({ user, query }) => getLiabilityProof(user.userId, query.date),
  ),
});
