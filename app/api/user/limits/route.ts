import { ownLimitsOf } from "@/lib/protection/data";
import { setOwnLimits } from "@/lib/protection/mutations";
import { ownLimitsInput, ownLimitsResponse } from "@/lib/protection/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My own limits, and what counts against them",
      tag: "User",
      auth: "user",
      response: ownLimitsResponse,
    },
    async ({ user }) => ownLimitsOf(user.userId),
  ),
  PUT: route(
    {
      summary: "Set my own limits: tighter at once, looser after 24 hours",
      tag: "User",
      auth: "user",
      rateLimit: { name: "own-limits", points: 30, seconds: 3600, by: "user" },
      body: ownLimitsInput,
      response: ownLimitsResponse,
      errors: ["AMOUNT_OUT_OF_RANGE"],
    },
    async ({ user, body }) => setOwnLimits(user.userId, body, user.sessionId),
  ),
});
