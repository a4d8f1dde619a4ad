import { listChats } from "@/lib/chat/data";
import { staffChatsQuery, staffChatsResponse } from "@/lib/chat/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary:
        "All conversations, the newest message first; with order=queue those that need a reply before all others, the oldest first",
      tag: "Chat",
      auth: "admin",
      permission: "chat.answer",
      query: staffChatsQuery,
      response: staffChatsResponse,
    },
    ({ query, user }) => listChats(query, user.userId),
  ),
});
