import { getMyChat } from "@/lib/chat/data";
import { messagesQuery, myChatResponse } from "@/lib/chat/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My conversation with support, newest messages first",
      tag: "Chat",
      auth: "user",
      query: messagesQuery,
      response: myChatResponse,
    },
    ({ user, query }) => getMyChat(user.userId, query),
  ),
});
