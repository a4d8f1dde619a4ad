import { getSecurity } from "@/lib/security/data";
import { securityResponseSchema } from "@/lib/security/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What protects my account",
      tag: "User",
      auth: "user",
      response: securityResponseSchema,
    },
    async ({ user }) => ({ security: await getSecurity(user.userId) }),
  ),
});
