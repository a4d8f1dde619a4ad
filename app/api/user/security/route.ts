import { getSecurity } from "@/lib/security/data";
import { securityAnswerSchema } from "@/lib/security/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What protects my account",
      tag: "User",
      auth: "user",
      response: securityAnswerSchema,
    },
    async ({ user }) => ({ security: await getSecurity(user.userId) }),
  ),
});
