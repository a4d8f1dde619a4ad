import { listNotifications } from "@/lib/notifications/data";
import { notificationListSchema, notificationQuery } from "@/lib/notifications/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My notifications",
      tag: "Notifications",
      auth: "user",
      query: notificationQuery,
      response: notificationListSchema,
    },
    async ({ user, query }) => listNotifications(user.userId, query),
  ),
});
