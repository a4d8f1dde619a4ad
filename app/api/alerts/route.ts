import { listAlerts } from "@/lib/alerts/data";
import { addAlert } from "@/lib/alerts/mutations";
import {
  addAlertSchema,
  alertListSchema,
  alertResponseSchema,
  alertsQuerySchema,
} from "@/lib/alerts/schema";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Prices that I asked to be told of, newest first",
      tag: "Market",
      auth: "user",
      query: alertsQuerySchema,
      response: alertListSchema,
    },
    ({ user, query }) => listAlerts(user.userId, query),
  ),
  POST: route(
    {
      summary: "Ask to be told once when the price is there; at most 20 wait",
      tag: "Market",
      auth: "user",
      errors: ["TOO_MANY_ALERTS"],
      body: addAlertSchema,
      response: alertResponseSchema,
      status: 201,
    },
    async ({ user, body }) => ({
      message: text("answers.alertAdded"),
      alert: await addAlert(user.userId, body),
    }),
  ),
});
