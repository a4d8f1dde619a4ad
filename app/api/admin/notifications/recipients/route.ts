import {
  countEveryone,
  findRecipients,
  searchRecipients,
} from "@/lib/notifications/broadcast-data";
import {
  findRecipientsSchema,
  foundRecipientsResponse,
  recipientsQuery,
  recipientsResponse,
} from "@/lib/notifications/broadcast-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "People who can get a notification, by name; without one, how many everyone is",
      tag: "Notifications",
      auth: "admin",
      permission: "notifications.read",
      query: recipientsQuery,
      response: recipientsResponse,
    },
    async ({ query: { search } }) =>
      search === ""
        ? { users: [], everyone: await countEveryone() }
        : { users: await searchRecipients(search), everyone: null },
  ),
  POST: route(
    {
      summary: "The accounts of a list of usernames",
      tag: "Notifications",
      auth: "admin",
      permission: "notifications.send",
      body: findRecipientsSchema,
      response: foundRecipientsResponse,
    },
    ({ body }) => findRecipients(body.usernames),
  ),
});
