import { endpoints, route } from "@/lib/sessions/gate";
import { loadPosition } from "@/lib/trading/loaders";
import { positionAnswerSchema } from "@/lib/trading/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "XAUT that I bought and not sold: average cost, value, result so far",
      tag: "Trading",
      auth: "user",
      response: positionAnswerSchema,
    },
    async ({ user }) => ({ position: await loadPosition(user.userId) }),
  ),
});
