import { setupResponseSchema } from "@/lib/ai/schema";
import { declineSetup } from "@/lib/ai/setups";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Decline a proposed strategy",
      tag: "Strategies",
      auth: "user",
      errors: ["ALREADY_PROCESSED"],
      idempotent: "record",
      params: idParams,
      response: setupResponseSchema,
    },
    async ({ user, params }) => ({
      message: text("answers.theProposalWasDeclined"),
      setup: await declineSetup(user.userId, params.id),
    }),
  ),
});
