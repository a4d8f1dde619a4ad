import { z } from "zod";
import { endpoints, route } from "@/lib/accounts/gate";
import { listNotifications } from "@/lib/notifications/data";
import { notificationListSchema, unreadFilter } from "@/lib/notifications/schema";
import { listQuery } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "My notifications",
      tag: "Notifications",
      auth: "user",
      query: z.object({ ...listQuery, unread: unreadFilter }),
      response: notificationListSchema,
    },
    async ({ user, query }) => listNotifications({ userId: user.userId, ...query }),
  ),
});
