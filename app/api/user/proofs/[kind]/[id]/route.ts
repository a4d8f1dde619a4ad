import { endpoints, route } from "@/lib/sessions/gate";
import { loadOwnProof } from "@/lib/transparency/receipt/own";
import { ownProofParams, ownProofResponseSchema } from "@/lib/transparency/receipt/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What proves something of my own by the public log",
      tag: "User",
      auth: "user",
      params: ownProofParams,
      response: ownProofResponseSchema,
    },
    async ({ user, params }) => ({
      receipt: await loadOwnProof(user.userId, params.kind, params.id),
    }),
  ),
});
