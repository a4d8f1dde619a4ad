import { listSignIns } from "@/lib/security/data";
import { signInListSchema, signInQuery } from "@/lib/security/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My logins, refused ones included, newest first",
      tag: "User",
      auth: "user",
      query: signInQuery,
      response: signInListSchema,
    },
    async ({ user, query }) => listSignIns(user.userId, query),
  ),
});
