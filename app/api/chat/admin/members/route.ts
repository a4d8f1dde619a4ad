import { listMembers } from "@/lib/chat/desk";
import { membersResponse } from "@/lib/chat/desk-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Staff who answer in the chat, to whom a conversation can be given",
      tag: "Chat",
      auth: "admin",
      permission: "chat.read",
      response: membersResponse,
    },
    () => listMembers(),
  ),
});
