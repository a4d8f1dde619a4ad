import { endpoints, route } from "@/lib/accounts/gate";
import { sendText } from "@/lib/chat/mutations";
import { sendMessageSchema, sentAnswer } from "@/lib/chat/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Send a message to support; as staff with a chatId, answer one",
      tag: "Chat",
      auth: "user",
      rateLimit: { name: "chat-message", points: 60, seconds: 60, by: "user" },
      idempotent: "ledger",
      body: sendMessageSchema,
      response: sentAnswer,
      status: 201,
    },
    async ({ user, body, idempotencyKey }) => ({
      chatMessage: await sendText(
        { person: user, chatId: body.chatId, clientKey: idempotencyKey },
        body.message,
      ),
    }),
  ),
});
