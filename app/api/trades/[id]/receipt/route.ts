import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { loadReceipt } from "@/lib/trading/loaders";
import { receiptResponseSchema } from "@/lib/trading/receipt-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Everything needed to recompute a trade",
      tag: "Trading",
      auth: "user",
      hasPractice: true,
      params: idParams,
      response: receiptResponseSchema,
    },
    async ({ user, params }) => ({ receipt: await loadReceipt(user, params.id) }),
  ),
});
