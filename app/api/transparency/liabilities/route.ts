import { endpoints, route } from "@/lib/sessions/gate";
import { listLiabilities } from "@/lib/transparency/liabilities/data";
import {
  liabilitySnapshotsQuery,
  liabilitySnapshotsResponse,
} from "@/lib/transparency/liabilities/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The published trees of what customers are owed, newest first",
      tag: "Proof",
      auth: "public",
      query: liabilitySnapshotsQuery,
      response: liabilitySnapshotsResponse,
    },
    ({ query }) => listLiabilities(query),
  ),
});
