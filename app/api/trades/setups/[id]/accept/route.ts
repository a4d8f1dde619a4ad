import { acceptSetupResponseSchema, acceptSetupSchema } from "@/lib/ai/schema";
import { acceptSetup } from "@/lib/ai/setups";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Accept a proposed strategy: starts exactly what was proposed",
      tag: "Strategies",
      auth: "user",
      errors: [
        "ALREADY_PROCESSED",
        "CONFLICT",
        "INSUFFICIENT_BALANCE",
        "NOT_AVAILABLE_IN_COUNTRY",
        "OWN_LIMIT",
        "PRODUCT_DISABLED",
        "RISK_NOT_ACCEPTED",
        "SELF_EXCLUDED",
        "TOO_MANY_RUNS",
        "TRADE_AMOUNT_OUT_OF_RANGE",
      ],
      idempotent: "record",
      movesMoney: true,
      params: idParams,
      body: acceptSetupSchema,
      response: acceptSetupResponseSchema,
      status: 201,
    },
    async ({ user, params, body }) => ({
      message: text("answers.theStrategyRunWasStarted"),
      ...(await acceptSetup(user, params.id, body.updatedAt)),
    }),
  ),
});
