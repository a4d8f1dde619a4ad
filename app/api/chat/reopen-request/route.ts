import { reopenRequestResponse } from "@/lib/chat/schema";
import { requestReopen } from "@/lib/chat/status";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Ask support to reopen my closed conversation; asking again changes nothing",
      tag: "Chat",
      auth: "user",
      response: reopenRequestResponse,
    },
    async ({ user }) => ({ chat: await requestReopen(user.userId) }),
  ),
});
