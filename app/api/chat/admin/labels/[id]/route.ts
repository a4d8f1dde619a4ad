import { deleteLabel } from "@/lib/chat/labels/labels";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "Delete a label, from all conversations too",
      tag: "Chat",
      auth: "admin",
      permission: "chat.edit",
      params: idParams,
    },
    async (context) => {
      await deleteLabel(actorOf(context), context.params.id);
      return { message: text("answers.theLabelWasDeleted") };
    },
  ),
});
