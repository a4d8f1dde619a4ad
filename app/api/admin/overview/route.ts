import { getOverview } from "@/lib/overview/data";
import { overviewResponse } from "@/lib/overview/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Alerts, work waiting, house cover and volume",
      tag: "Admin",
      auth: "admin",
      permission: "overview.read",
      response: overviewResponse,
    },
    () => getOverview(),
  ),
});
