import { getAdminDeposit } from "@/lib/deposits/data";
import { processDeposit } from "@/lib/deposits/processing";
import { adminDepositResponseSchema, processDepositSchema } from "@/lib/deposits/schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Confirm a deposit at the market rate of this moment, or reject it",
      tag: "Admin deposits",
      auth: "admin",
      errors: [
        "ALREADY_PROCESSED",
        "AMOUNT_OUT_OF_RANGE",
        "PRICE_MOVED",
        "RATE_UNAVAILABLE",
        "TRANSACTION_ALREADY_CREDITED",
        "TRANSACTION_HASH_REPEATED",
      ],
      area: "finance",
      idempotent: "record",
      params: idParams,
      body: processDepositSchema,
      response: adminDepositResponseSchema,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      await processDeposit(actor, params.id, body);
      const message =
        body.action === "confirm"
          ? text("answers.theDepositWasCredited")
          : text("answers.theDepositWasRejected");
      return { message, deposit: await getAdminDeposit(params.id) };
    },
  ),
});
