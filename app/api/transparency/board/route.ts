import { getBoard } from "@/lib/board/data";
import { boardQuery, boardResponse } from "@/lib/board/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How the site did in the last 30 days, as it was published once a day",
      tag: "Proof",
      auth: "public",
      query: boardQuery,
      response: boardResponse,
    },
    async ({ query }) => ({ board: await getBoard(query.day) }),
  ),
});
