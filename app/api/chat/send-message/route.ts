import { sendText } from "@/lib/chat/mutations";
import { sendMessageSchema, sentResponse } from "@/lib/chat/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Send a message to support; as staff with a chatId, answer one",
      tag: "Chat",
      auth: "user",
      errors: ["CHAT_CLOSED", "FORBIDDEN", "NOT_FOUND"],
      rateLimit: { name: "chat-message", points: 60, seconds: 60, by: "user" },
      idempotent: "ledger",
      body: sendMessageSchema,
      response: sentResponse,
      status: 201,
    },
    async (context) => {
      const { user: person, body, idempotencyKey: clientKey } = context;
      const send = { person, actor: actorOf(context), chatId: body.chatId, clientKey };
      return { chatMessage: await sendText(send, body.message) };
    },
  ),
});
