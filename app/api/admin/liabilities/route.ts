import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { requestLiabilities } from "@/lib/transparency/liabilities/jobs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Publish what customers are owed now, beside the tree of each day",
      tag: "Proof",
      auth: "admin",
      permission: "reserves.publish",
    },
    async (context) => {
      await requestLiabilities(actorOf(context));
      return { message: text("answers.liabilitiesAreBeingPublished") };
    },
  ),
});
