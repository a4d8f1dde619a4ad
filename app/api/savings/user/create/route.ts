import { text } from "@/lib/platform/text";
import { subscribe } from "@/lib/savings/mutations";
import { createSavingSchema, savingRecordResponseSchema } from "@/lib/savings/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Subscribe to a savings plan; interest starts at the next 00:00 UTC",
      tag: "Savings",
      auth: "user",
      errors: [
        "INSUFFICIENT_BALANCE",
        "NOT_FOUND",
        "SAVING_ABOVE_MAXIMUM",
        "SAVING_BELOW_MINIMUM",
        "SAVING_CAPACITY_FULL",
        "SAVING_NOT_FUNDED",
        "SAVING_NOT_RENEWABLE",
        "SAVING_PLAN_INACTIVE",
        "SAVING_TERMS_CHANGED",
      ],
      rateLimit: { name: "saving", points: 300, seconds: 600, by: "user" },
      idempotent: "ledger",
      refusesSpentKeys: true,
      movesMoney: true,
      body: createSavingSchema,
      response: savingRecordResponseSchema,
      status: 201,
    },
    async ({ user, body, idempotencyKey }) => ({
      message: text("answers.yourSavingWasStarted"),
      record: await subscribe(user.userId, body, idempotencyKey),
    }),
  ),
});
