import { getChatStats } from "@/lib/chat/data";
import { chatStatsResponse } from "@/lib/chat/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The support's work in numbers",
      tag: "Chat",
      auth: "admin",
      permission: "chat.read",
      response: chatStatsResponse,
    },
    () => getChatStats(),
  ),
});
