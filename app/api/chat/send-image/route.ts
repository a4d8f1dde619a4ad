import { endpoints, route } from "@/lib/accounts/gate";
import { sendImage } from "@/lib/chat/mutations";
import { sendImageSchema, sentAnswer } from "@/lib/chat/schema";
import { imageRule, requiredFile } from "@/lib/platform/files";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Send an image to support; as staff with a chatId, answer with one",
      tag: "Chat",
      auth: "user",
      rateLimit: { name: "chat-image", points: 20, seconds: 60, by: "user" },
      idempotent: "ledger",
      body: sendImageSchema,
      files: { image: imageRule(true) },
      response: sentAnswer,
      status: 201,
    },
    async ({ user, body, files, idempotencyKey }) => ({
      chatMessage: await sendImage(
        { person: user, chatId: body.chatId, clientKey: idempotencyKey },
        requiredFile(files.image),
      ),
    }),
  ),
});
