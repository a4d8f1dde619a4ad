import { endpoints, route } from "@/lib/accounts/gate";
import { getSecurity } from "@/lib/accounts/security";
import { securityAnswerSchema } from "@/lib/accounts/security-schema";

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
