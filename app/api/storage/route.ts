import { endpoints, route } from "@/lib/sessions/gate";
import { getStorage } from "@/lib/vault/data";
import { storageQuerySchema } from "@/lib/vault/queries";
import { storageResponseSchema } from "@/lib/vault/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What I have stored, its cost and worth, and my conversions",
      tag: "Storage",
      auth: "user",
      query: storageQuerySchema,
      response: storageResponseSchema,
    },
    ({ user, query }) => getStorage(user.userId, query),
  ),
});
