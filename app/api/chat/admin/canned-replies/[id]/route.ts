import { deleteReply, updateReply } from "@/lib/chat/canned/replies";
import { cannedReplyResponse, updateReplySchema } from "@/lib/chat/canned/schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Change a saved reply",
      tag: "Chat",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "chat.edit",
      params: idParams,
      body: updateReplySchema,
      response: cannedReplyResponse,
    },
    async (context) => ({
      cannedReply: await updateReply(actorOf(context), context.params.id, context.body),
    }),
  ),
  DELETE: route(
    {
      summary: "Delete a saved reply",
      tag: "Chat",
      auth: "admin",
      permission: "chat.edit",
      params: idParams,
    },
    async (context) => {
      await deleteReply(actorOf(context), context.params.id);
      return { message: text("answers.theSavedReplyWasDeleted") };
    },
  ),
});
