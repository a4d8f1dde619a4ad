import { getAdminDeposit } from "@/lib/deposits/data";
import { takeBackDeposit } from "@/lib/deposits/reversal";
import { adminDepositResponseSchema, reverseDepositSchema } from "@/lib/deposits/schema";
import { accepted, idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary:
        "Take back a deposit that was credited by mistake: the first member of staff asks, the second one does it",
      tag: "Admin deposits",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "deposits.reverse",
      idempotent: "record",
      params: idParams,
      body: reverseDepositSchema,
      response: adminDepositResponseSchema,
      accepted: adminDepositResponseSchema,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const isDone = await takeBackDeposit(actor, params.id, body.reason);
      const deposit = await getAdminDeposit(params.id);
      if (isDone) return { deposit, message: text("answers.theDepositWasReversed") };
      return accepted({ deposit, message: text("answers.theReversalWaitsForColleague") });
    },
  ),
});
