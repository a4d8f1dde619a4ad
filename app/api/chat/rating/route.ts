import { rateChat } from "@/lib/chat/ratings";
import { ratingResponse, ratingSchema } from "@/lib/chat/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Say how support's answer was, once the conversation is closed, or change that",
      tag: "Chat",
      auth: "user",
      errors: ["CONFLICT"],
      body: ratingSchema,
      response: ratingResponse,
    },
    async ({ user, body }) => ({ chat: await rateChat(user.userId, body) }),
  ),
});
