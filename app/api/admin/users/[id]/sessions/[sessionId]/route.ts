import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { sessionParams } from "@/lib/staff/schema";
import { endSession } from "@/lib/staff/user-access";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "End one session of a user",
      tag: "Admin users",
      auth: "admin",
      permission: "users.access",
      params: sessionParams,
    },
    async (context) => {
      await endSession(actorOf(context), context.params.id, context.params.sessionId);
      return { message: text("answers.theSessionWasEnded") };
    },
  ),
});
