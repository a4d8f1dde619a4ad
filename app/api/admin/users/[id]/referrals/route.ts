import { z } from "zod";
import { idParams, listQuery, uuidCursor } from "@/lib/platform/http/lists";
import { getUserReferrals } from "@/lib/referrals/data";
import { userReferralsSchema } from "@/lib/referrals/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Who invited a user, whom they invited and what it earned them",
      tag: "Admin users",
      auth: "admin",
      isFromReplica: true,
      permission: "users.read",
      params: idParams,
      query: z.object({ ...listQuery, cursor: uuidCursor }),
      response: userReferralsSchema,
    },
    ({ params, query }) => getUserReferrals(params.id, query),
  ),
});
