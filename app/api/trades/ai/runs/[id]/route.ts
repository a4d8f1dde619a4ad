import { loadRunDetail } from "@/lib/ai/loaders";
import { runDetailSchema } from "@/lib/ai/schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "A strategy run of mine with its newest signals and fills",
      tag: "Strategies",
      auth: "user",
      hasPractice: true,
      params: idParams,
      response: runDetailSchema,
    },
    ({ user, params }) => loadRunDetail(user.userId, params.id),
  ),
});
