import { getStaffChat } from "@/lib/chat/data";
import { changedChatResponse, clearHistorySchema } from "@/lib/chat/schema";
import { clearChatHistory } from "@/lib/chat/status";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "Hide a conversation's messages from both sides; they are kept for audit",
      tag: "Chat",
      auth: "admin",
      permission: "chat.clear",
      params: idParams,
      body: clearHistorySchema,
      response: changedChatResponse,
    },
    async (context) => {
      await clearChatHistory(actorOf(context), context.params.id, context.body.upTo);
      return { chat: await getStaffChat(context.params.id) };
    },
  ),
});
