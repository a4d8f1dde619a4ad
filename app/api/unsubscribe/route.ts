import { unsubscribe } from "@/lib/notifications/channels/unsubscribe";
import {
  unsubscribedSchema,
  unsubscribeQuery,
} from "@/lib/notifications/channels/unsubscribe-schema";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Open the page that stops the mails that a link is of; by itself it changes nothing",
      tag: "Notifications",
      auth: "public",
      query: unsubscribeQuery,
      produces: "text/html",
    },
    async ({ query }) =>
      new Response(null, {
        status: 303,
        headers: {
          location: `/unsubscribe?${new URLSearchParams(query)}`,
          "referrer-policy": "no-referrer",
        },
      }),
  ),
  POST: route(
    {
      summary: "Stop the mails that a link is of, as programs for mail do by one press (RFC 8058)",
      tag: "Notifications",
      auth: "public",
      // Those of a large mail service come from a few addresses.
      rateLimit: { name: "unsubscribe", points: 600, seconds: 3600 },
      errors: ["TOKEN_INVALID"],
      query: unsubscribeQuery,
      takesAnyBody: true,
      response: unsubscribedSchema,
    },
    async ({ query }) => ({
      message: text("answers.mailsStopped"),
      mails: await unsubscribe(query.token),
    }),
  ),
});
