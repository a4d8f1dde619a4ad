import { listBroadcasts } from "@/lib/notifications/broadcast-data";
import { createBroadcast } from "@/lib/notifications/broadcast-mutations";
import {
  broadcastResponse,
  broadcastsQuery,
  broadcastsResponse,
  createBroadcastSchema,
} from "@/lib/notifications/broadcast-schema";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Notifications that staff sent, with how far their delivery is, newest first",
      tag: "Notifications",
      auth: "admin",
      permission: "notifications.read",
      query: broadcastsQuery,
      response: broadcastsResponse,
    },
    ({ query }) => listBroadcasts(query),
  ),
  POST: route(
    {
      summary:
        "Send a notification to everyone or to some people: at once to the first thousand, to the rest in the background",
      tag: "Notifications",
      auth: "admin",
      permission: "notifications.send",
      rateLimit: { name: "broadcast", points: 30, seconds: 60, by: "user" },
      idempotent: "record",
      body: createBroadcastSchema,
      response: broadcastResponse,
      status: 201,
    },
    async (context) => {
      const { user, body, idempotencyKey } = context;
      const actor = { ...actorOf(context), id: user.userId };
      return {
        message: text("answers.theNotificationOnItsWay"),
        notification: await createBroadcast(actor, body, idempotencyKey),
      };
    },
  ),
});
