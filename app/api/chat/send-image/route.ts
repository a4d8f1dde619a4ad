import { sendImage } from "@/lib/chat/mutations";
import { sendImageSchema, sentResponse } from "@/lib/chat/schema";
import { imageRule, requiredFile } from "@/lib/platform/files";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Send an image to support; as staff with a chatId, answer with one",
      tag: "Chat",
      auth: "user",
      errors: ["CHAT_CLOSED", "FORBIDDEN", "NOT_FOUND"],
      rateLimit: { name: "chat-image", points: 20, seconds: 60, by: "user" },
      idempotent: "ledger",
      body: sendImageSchema,
      files: { image: imageRule(true) },
      response: sentResponse,
      status: 201,
    },
    async (context) => {
      const { user: person, body, files, idempotencyKey: clientKey } = context;
      const send = { person, actor: actorOf(context), chatId: body.chatId, clientKey };
      return { chatMessage: await sendImage(send, requiredFile(files.image)) };
    },
  ),
});
