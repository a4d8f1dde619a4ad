import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { endSession } from "@/lib/accounts/staff-access";
import { sessionParams } from "@/lib/accounts/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "End one session of a user",
      tag: "Admin users",
      auth: "admin",
      area: "users",
      params: sessionParams,
    },
    async (context) => {
      await endSession(actorOf(context), context.params.id, context.params.sessionId);
      return { message: "The session was ended" };
    },
  ),
});
