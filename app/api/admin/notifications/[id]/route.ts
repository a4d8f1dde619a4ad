import { getBroadcast } from "@/lib/notifications/broadcast-data";
import { broadcastResponse } from "@/lib/notifications/broadcast-schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "A notification that staff sent, with its delivery report",
      tag: "Notifications",
      auth: "admin",
      permission: "notifications.read",
      params: idParams,
      response: broadcastResponse,
    },
    async ({ params }) => ({ notification: await getBroadcast(params.id) }),
  ),
});
