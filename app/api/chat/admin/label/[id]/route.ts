import { setLabels } from "@/lib/chat/labels/labels";
import { setLabelsSchema } from "@/lib/chat/labels/schema";
import { changedChatResponse } from "@/lib/chat/schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Give a conversation its labels, in the place of those that it had",
      tag: "Chat",
      auth: "admin",
      permission: "chat.answer",
      params: idParams,
      body: setLabelsSchema,
      response: changedChatResponse,
    },
    async (context) => ({
      chat: await setLabels(actorOf(context), context.params.id, context.body.labelIds),
    }),
  ),
});
