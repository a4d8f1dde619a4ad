import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { removeReserve } from "@/lib/transparency/reserves/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "Take a reserve off the list",
      tag: "Proof",
      auth: "admin",
      permission: "reserves.publish",
      params: idParams,
    },
    async (context) => {
      await removeReserve(actorOf(context), context.params.id);
      return { message: text("answers.theReserveWasRemoved") };
    },
  ),
});
