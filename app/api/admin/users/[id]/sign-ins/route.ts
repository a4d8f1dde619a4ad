import { endpoints, route } from "@/lib/accounts/gate";
import { listSignIns } from "@/lib/accounts/security";
import { signInListSchema, signInQuery } from "@/lib/accounts/security-schema";
import { idParams } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "A user's sign-ins, refused ones included, newest first",
      tag: "Admin users",
      auth: "admin",
      area: "users",
      params: idParams,
      query: signInQuery,
      response: signInListSchema,
    },
    ({ params, query }) => listSignIns(params.id, query),
  ),
});
