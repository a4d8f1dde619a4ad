import { text } from "@/lib/platform/text";
import { listRecurring } from "@/lib/recurring/data";
import { createRecurring } from "@/lib/recurring/mutations";
import {
  createRecurringSchema,
  recurringListSchema,
  recurringQuerySchema,
  recurringResponseSchema,
} from "@/lib/recurring/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My recurring buys, newest first",
      tag: "Trading",
      auth: "user",
      query: recurringQuerySchema,
      response: recurringListSchema,
    },
    ({ user, query }) => listRecurring(user.userId, query),
  ),
  POST: route(
    {
      summary:
        "Buy gold again and again; each time is filled at the first price after it, with the fee of a trade",
      tag: "Trading",
      auth: "user",
      errors: [
        "BELOW_MINIMUM_STORAGE",
        "PRODUCT_DISABLED",
        "TOO_MANY_RECURRING",
        "TRADE_AMOUNT_OUT_OF_RANGE",
      ],
      idempotent: "ledger",
      movesMoney: true,
      body: createRecurringSchema,
      response: recurringResponseSchema,
      status: 201,
    },
    async ({ user, body, idempotencyKey }) => ({
      message: text("answers.recurringCreated"),
      recurring: await createRecurring(user.userId, body, idempotencyKey),
    }),
  ),
});
