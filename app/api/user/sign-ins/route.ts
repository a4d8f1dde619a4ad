import { endpoints, route } from "@/lib/accounts/gate";
import { listSignIns } from "@/lib/accounts/security";
import { signInListSchema, signInQuery } from "@/lib/accounts/security-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My sign-ins, refused ones included, newest first",
      tag: "User",
      auth: "user",
      query: signInQuery,
      response: signInListSchema,
    },
    async ({ user, query }) => listSignIns(user.userId, query),
  ),
});
