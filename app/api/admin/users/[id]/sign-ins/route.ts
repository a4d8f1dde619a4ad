import { idParams } from "@/lib/platform/http";
import { listSignIns } from "@/lib/security/data";
import { signInListSchema, signInQuery } from "@/lib/security/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "A user's logins, refused ones included, newest first",
      tag: "Admin users",
      auth: "admin",
      permission: "users.read",
      params: idParams,
      query: signInQuery,
      response: signInListSchema,
    },
    ({ params, query }) => listSignIns(params.id, query),
  ),
});
