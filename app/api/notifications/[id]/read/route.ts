import { countUnread } from "@/lib/notifications/data";
import { markRead } from "@/lib/notifications/mutations";
import { readResponseSchema } from "@/lib/notifications/schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PATCH: route(
    {
      summary: "Mark a notification read",
      tag: "Notifications",
      auth: "user",
      params: idParams,
      response: readResponseSchema,
    },
    async ({ user, params }) => {
      await markRead(user.userId, params.id);
      return { unreadCount: await countUnread(user.userId) };
    },
  ),
});
