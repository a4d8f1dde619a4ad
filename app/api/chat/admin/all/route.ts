import { endpoints, route } from "@/lib/accounts/gate";
import { listChats } from "@/lib/chat/data";
import { staffChatsAnswer, staffChatsQuery } from "@/lib/chat/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "All conversations: unread ones first, then by newest message",
      tag: "Chat",
      auth: "admin",
      area: "support",
      isPrivate: true,
      query: staffChatsQuery,
      response: staffChatsAnswer,
    },
    ({ query }) => listChats(query),
  ),
});
