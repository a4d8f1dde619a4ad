import { idParams } from "@/lib/platform/http";
import { ownLimitsOf } from "@/lib/protection/data";
import { ownLimitsResponse } from "@/lib/protection/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Limits that a user set for themselves; staff can't change them",
      tag: "Admin users",
      auth: "admin",
      permission: "users.read",
      params: idParams,
      response: ownLimitsResponse,
    },
    async ({ params }) => ownLimitsOf(params.id),
  ),
});
