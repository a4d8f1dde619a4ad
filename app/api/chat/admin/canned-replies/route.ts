import { createReply, listReplies } from "@/lib/chat/canned/replies";
import {
  cannedRepliesResponse,
  cannedReplyResponse,
  createReplySchema,
} from "@/lib/chat/canned/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The replies that support keeps for repeated use",
      tag: "Chat",
      auth: "admin",
      permission: "chat.read",
      response: cannedRepliesResponse,
    },
    async () => ({ cannedReplies: await listReplies() }),
  ),
  POST: route(
    {
      summary: "Save a reply for repeated use",
      tag: "Chat",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "chat.edit",
      idempotent: "record",
      body: createReplySchema,
      response: cannedReplyResponse,
      status: 201,
    },
    async (context) => ({ cannedReply: await createReply(actorOf(context), context.body) }),
  ),
});
