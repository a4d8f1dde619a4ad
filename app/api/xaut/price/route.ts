import { getCurrentPrice } from "@/lib/market/data";
import { priceResponseSchema } from "@/lib/market/schema";
import { toPriceResponse } from "@/lib/market/serializers";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The current index price and the last 24 hours",
      tag: "Market",
      auth: "public",
      response: priceResponseSchema,
    },
    async () => toPriceResponse(await getCurrentPrice()),
  ),
});
