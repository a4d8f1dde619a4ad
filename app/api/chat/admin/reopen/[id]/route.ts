import { getStaffChat } from "@/lib/chat/data";
import { changedChatResponse } from "@/lib/chat/schema";
import { setChatStatus } from "@/lib/chat/status";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Reopen a closed conversation",
      tag: "Chat",
      auth: "admin",
      permission: "chat.answer",
      params: idParams,
      response: changedChatResponse,
    },
    async (context) => {
      await setChatStatus(actorOf(context), context.params.id, "open");
      return { chat: await getStaffChat(context.params.id) };
    },
  ),
});
