import { endpoints, route } from "@/lib/accounts/gate";
import { countUnread } from "@/lib/notifications/data";
import { markAllRead } from "@/lib/notifications/mutations";
import { readAnswerSchema } from "@/lib/notifications/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PATCH: route(
    {
      summary: "Mark all my notifications read",
      tag: "Notifications",
      auth: "user",
      response: readAnswerSchema,
    },
    async ({ user }) => {
      await markAllRead(user.userId);
      return { unreadCount: await countUnread(user.userId) };
    },
  ),
});
