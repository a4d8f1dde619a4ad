import { moveHouseMoney } from "@/lib/house/mutations";
import { houseTransferInputSchema, houseTransferResponseSchema } from "@/lib/house/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Move money between two accounts of the house, or the treasury and the outside",
      tag: "House",
      auth: "admin",
      errors: ["HOUSE_BELOW_OBLIGATIONS", "HOUSE_INSUFFICIENT", "HOUSE_TRANSFER_INVALID"],
      area: "finance",
      idempotent: "ledger",
      body: houseTransferInputSchema,
      response: houseTransferResponseSchema,
      status: 201,
    },
    async (context) => {
      const { body, idempotencyKey } = context;
      return { transfer: await moveHouseMoney(actorOf(context), body, idempotencyKey) };
    },
  ),
});
