import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { cancelWithdrawal } from "@/lib/withdrawals/processing";
import { withdrawalResponseSchema } from "@/lib/withdrawals/schema";
import { serializeWithdrawal } from "@/lib/withdrawals/serializers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Cancel my withdrawal while it is pending",
      tag: "Withdrawals",
      auth: "user",
      idempotent: "record",
      errors: ["ALREADY_PROCESSED"],
      movesMoney: true,
      params: idParams,
      response: withdrawalResponseSchema,
    },
    async ({ user: { userId, sessionId }, params }) => ({
      message: text("answers.yourWithdrawalWasCancelled"),
      withdrawal: serializeWithdrawal(await cancelWithdrawal(userId, params.id, sessionId)),
    }),
  ),
});
