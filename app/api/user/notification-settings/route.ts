import {
  changeNotificationSettingsSchema,
  notificationSettingsResponse,
} from "@/lib/notifications/channels/schema";
import {
  getNotificationSettings,
  updateNotificationSettings,
} from "@/lib/notifications/channels/settings";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How I am told of what happens, by kind",
      tag: "Notifications",
      auth: "user",
      response: notificationSettingsResponse,
    },
    async ({ user }) => ({ settings: await getNotificationSettings(user.userId) }),
  ),
  PUT: route(
    {
      summary: "Change how I am told of what happens",
      tag: "Notifications",
      auth: "user",
      body: changeNotificationSettingsSchema,
      response: notificationSettingsResponse,
    },
    async ({ user, body }) => ({ settings: await updateNotificationSettings(user.userId, body) }),
  ),
});
