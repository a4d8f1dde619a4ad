import { changeHouseLimits } from "@/lib/house/mutations";
import { houseLimitsInputSchema, houseLimitsResponseSchema } from "@/lib/house/schema";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { freshActorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary:
        "Change the caps on open options, as a full administrator; options that are open stay",
      tag: "House",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "house.transfer",
      body: houseLimitsInputSchema,
      response: houseLimitsResponseSchema,
    },
    async (context) => ({
      message: text("answers.theLimitsWereChanged"),
      limits: await changeHouseLimits(freshActorOf(context), context.body),
    }),
  ),
});
