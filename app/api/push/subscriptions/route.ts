import { endPushSchema, pushSubscriptionSchema } from "@/lib/notifications/channels/schema";
import {
  addPushSubscription,
  endPushSubscription,
} from "@/lib/notifications/channels/subscriptions";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Let this device take push messages",
      tag: "Notifications",
      auth: "user",
      rateLimit: { name: "push-device", points: 60, seconds: 3600, by: "user" },
      body: pushSubscriptionSchema,
      status: 201,
    },
    async ({ user: { userId, sessionId }, body }) => {
      await addPushSubscription({ userId, sessionId, forStaff: false }, body);
      return { message: text("answers.pushOn") };
    },
  ),
  DELETE: route(
    {
      summary: "End push messages to a device",
      tag: "Notifications",
      auth: "user",
      body: endPushSchema,
    },
    async ({ user: { userId }, body }) => {
      await endPushSubscription({ userId, forStaff: false }, body.endpoint);
      return { message: text("answers.pushOff") };
    },
  ),
});
