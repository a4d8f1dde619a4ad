import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { deleteRecurring, pauseRecurring } from "@/lib/recurring/mutations";
import { changeRecurringSchema, recurringResponseSchema } from "@/lib/recurring/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PATCH: route(
    {
      summary: "Pause my recurring buy, or let it go on from its next time",
      tag: "Trading",
      auth: "user",
      params: idParams,
      body: changeRecurringSchema,
      response: recurringResponseSchema,
    },
    async ({ user, params, body }) => ({
      message: text(body.paused ? "answers.recurringPaused" : "answers.recurringResumed"),
      recurring: await pauseRecurring(user.userId, params.id, body.paused),
    }),
  ),
  DELETE: route(
    {
      summary: "End my recurring buy",
      tag: "Trading",
      auth: "user",
      params: idParams,
    },
    async ({ user, params }) => {
      await deleteRecurring(user.userId, params.id);
      return { message: text("answers.recurringDeleted") };
    },
  ),
});
