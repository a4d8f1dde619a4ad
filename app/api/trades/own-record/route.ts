import { endpoints, route } from "@/lib/sessions/gate";
import { ownRecord } from "@/lib/trading/own-record";
import { ownRecordSchema } from "@/lib/trading/own-record-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How my settled options ended, by duration",
      tag: "Trading",
      auth: "user",
      hasPractice: true,
      isFromReplica: true,
      response: ownRecordSchema,
    },
    ({ user }) => ownRecord(user.userId),
  ),
});
