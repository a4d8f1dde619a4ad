import { houseAsk } from "@/lib/approvals/asks";
import { orAskColleague } from "@/lib/approvals/mutations";
import { approvalResponse } from "@/lib/approvals/schema";
import { moveHouseMoney } from "@/lib/house/mutations";
import { houseTransferInputSchema, houseTransferResponseSchema } from "@/lib/house/schema";
import { accepted } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary:
        "Move money between two accounts of the house, or the treasury and the outside; 202 when a colleague has to approve it",
      tag: "House",
      auth: "admin",
      errors: [
        "ABOVE_ROLE_LIMIT",
        "CONFLICT",
        "HOUSE_BELOW_OBLIGATIONS",
        "HOUSE_INSUFFICIENT",
        "HOUSE_TRANSFER_INVALID",
      ],
      permission: "house.transfer",
      idempotent: "ledger",
      body: houseTransferInputSchema,
      response: houseTransferResponseSchema,
      status: 201,
      accepted: approvalResponse,
    },
    async (context) => {
      const { body, idempotencyKey } = context;
      const actor = actorOf(context);
      const ask = houseAsk(actor.id, body, idempotencyKey);
      const outcome = await orAskColleague(actor, idempotencyKey, ask, () =>
        moveHouseMoney(actor, body, idempotencyKey),
      );
      if ("done" in outcome) return { transfer: outcome.done };
      return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
    },
  ),
});
