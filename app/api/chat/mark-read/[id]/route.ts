import { markChatRead } from "@/lib/chat/mutations";
import { markReadResponse, markReadSchema } from "@/lib/chat/schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Mark what the other side of a conversation said as read",
      tag: "Chat",
      auth: "user",
      errors: ["FORBIDDEN"],
      params: idParams,
      body: markReadSchema,
      response: markReadResponse,
    },
    async ({ user, params, body }) => ({ chat: await markChatRead(user, params.id, body.upTo) }),
  ),
});
