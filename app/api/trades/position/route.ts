import { endpoints, route } from "@/lib/sessions/gate";
import { loadPosition } from "@/lib/trading/loaders";
import { positionResponseSchema } from "@/lib/trading/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "XAUT that I bought and not sold: average cost, value, result so far",
      tag: "Trading",
      auth: "user",
      hasPractice: true,
      response: positionResponseSchema,
    },
    async ({ user }) => ({ position: await loadPosition(user.userId) }),
  ),
});
