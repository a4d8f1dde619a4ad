import { readStaffChat } from "@/lib/chat/data";
import { messagesQuery, staffChatResponse } from "@/lib/chat/schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "One conversation, newest messages first",
      tag: "Chat",
      auth: "admin",
      permission: "chat.answer",
      params: idParams,
      query: messagesQuery,
      response: staffChatResponse,
    },
    ({ params, query }) => readStaffChat(params.id, query),
  ),
});
