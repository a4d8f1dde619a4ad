import { endpoints, route } from "@/lib/sessions/gate";
import { getReserves } from "@/lib/transparency/reserves/data";
import { reservesResponse } from "@/lib/transparency/reserves/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What the site holds, with what proves it, beside what customers are owed",
      tag: "Proof",
      auth: "public",
      response: reservesResponse,
    },
    () => getReserves(),
  ),
});
