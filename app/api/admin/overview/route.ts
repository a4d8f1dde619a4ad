import { endpoints, route } from "@/lib/accounts/gate";
import { getOverview } from "@/lib/accounts/staff-overview";
import { overviewAnswer } from "@/lib/accounts/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Work waiting, house cover and volume",
      tag: "Admin",
      auth: "admin",
      area: "read",
      response: overviewAnswer,
    },
    () => getOverview(),
  ),
});
