import { beginExclusion } from "@/lib/protection/mutations";
import { exclusionResponse, selfExclusionSchema } from "@/lib/protection/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Keep myself from options, strategy runs and deposits for some months",
      tag: "User",
      auth: "user",
      rateLimit: { name: "exclusion", points: 10, seconds: 3600, by: "user" },
      body: selfExclusionSchema,
      response: exclusionResponse,
    },
    async ({ user, body }) => ({
      exclusion: await beginExclusion(user.userId, body, user.sessionId),
    }),
  ),
});
