import { endpoints, route } from "@/lib/accounts/gate";
import { listNotifications } from "@/lib/notifications/data";
import { notificationListSchema, notificationQuery } from "@/lib/notifications/schema";

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
