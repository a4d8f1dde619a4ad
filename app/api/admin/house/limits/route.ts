import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { changeHouseLimits } from "@/lib/house/mutations";
import { houseLimitsAnswerSchema, houseLimitsInputSchema } from "@/lib/house/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Change the caps on open options; options that are open stay",
      tag: "House",
      auth: "admin",
      area: "finance",
      body: houseLimitsInputSchema,
      response: houseLimitsAnswerSchema,
    },
    async (context) => ({
      message: "The limits were changed",
      limits: await changeHouseLimits(actorOf(context), context.body),
    }),
  ),
});
