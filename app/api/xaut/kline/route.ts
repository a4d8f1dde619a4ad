import { getKlines } from "@/lib/market/data";
import { klineQuerySchema, klineResponseSchema } from "@/lib/market/schema";
import { toKlineResponse } from "@/lib/market/serializers";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Candles of the index price, oldest first",
      tag: "Market",
      auth: "public",
      isFromReplica: true,
      query: klineQuerySchema,
      response: klineResponseSchema,
    },
    async ({ query }) => toKlineResponse(query.interval, ...(await getKlines(query))),
  ),
});
