import { endpoints, route } from "@/lib/accounts/gate";
import { getChatStats } from "@/lib/chat/data";
import { chatStatsAnswer } from "@/lib/chat/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The support's work in numbers",
      tag: "Chat",
      auth: "admin",
      area: "support",
      response: chatStatsAnswer,
    },
    () => getChatStats(),
  ),
});
