import { assignChat } from "@/lib/chat/desk";
import { assignSchema } from "@/lib/chat/desk-schema";
import { changedChatResponse } from "@/lib/chat/schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Give a conversation to a member of staff, or to nobody",
      tag: "Chat",
      auth: "admin",
      permission: "chat.answer",
      params: idParams,
      body: assignSchema,
      response: changedChatResponse,
    },
    async (context) => ({
      chat: await assignChat(actorOf(context), context.params.id, context.body.staffId),
    }),
  ),
});
