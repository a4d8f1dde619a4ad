import { resumePrices } from "@/lib/market/mutations";
import { resumeInputSchema } from "@/lib/market/pause-schema";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "End a pause of prices: the level that the exchanges show from now on counts",
      tag: "Admin",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "market.resume",
      body: resumeInputSchema,
    },
    async (context) => {
      await resumePrices(actorOf(context), context.body.reason);
      return { message: text("answers.pricesResumed") };
    },
  ),
});
