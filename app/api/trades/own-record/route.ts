import { endpoints, route } from "@/lib/sessions/gate";
import { ownRecord } from "@/lib/trading/own-record";
import { ownRecordQuerySchema, ownRecordSchema } from "@/lib/trading/own-record-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How my trades under a filter ended: together, by day and, of options, by duration",
      tag: "Trading",
      auth: "user",
      hasPractice: true,
      isFromReplica: true,
      query: ownRecordQuerySchema,
      response: ownRecordSchema,
    },
    ({ user, query }) => ownRecord(user.userId, query),
  ),
});
