import { countUnread } from "@/lib/notifications/data";
import { markAllRead } from "@/lib/notifications/mutations";
import { readResponseSchema } from "@/lib/notifications/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PATCH: route(
    {
      summary: "Mark all my notifications read",
      tag: "Notifications",
      auth: "user",
      response: readResponseSchema,
    },
    async ({ user }) => {
      await markAllRead(user.userId);
      return { unreadCount: await countUnread(user.userId) };
    },
  ),
});
