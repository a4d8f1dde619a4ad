import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { createReply, listReplies } from "@/lib/chat/canned";
import {
  cannedRepliesAnswer,
  cannedReplyAnswer,
  createReplySchema,
} from "@/lib/chat/canned-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The replies that support keeps for repeated use",
      tag: "Chat",
      auth: "admin",
      area: "support",
      response: cannedRepliesAnswer,
    },
    async () => ({ cannedReplies: await listReplies() }),
  ),
  POST: route(
    {
      summary: "Save a reply for repeated use",
      tag: "Chat",
      auth: "admin",
      area: "support",
      idempotent: "record",
      body: createReplySchema,
      response: cannedReplyAnswer,
      status: 201,
    },
    async (context) => ({ cannedReply: await createReply(actorOf(context), context.body) }),
  ),
});
