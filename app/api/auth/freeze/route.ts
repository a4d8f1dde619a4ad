import { text } from "@/lib/platform/text";
import { freezeByLink } from "@/lib/security/freeze";
import { freezeSchema, frozenSchema } from "@/lib/security/freeze-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Freeze an account with the link of a security mail: no login, no withdrawal",
      tag: "Auth",
      auth: "public",
      errors: ["TOKEN_INVALID"],
      rateLimit: { name: "freeze", points: 60, seconds: 3600 },
      body: freezeSchema,
      response: frozenSchema,
    },
    async ({ body, requestId, ip }) => ({
      message: text("answers.accountFrozen"),
      ...(await freezeByLink(body.token, { requestId, ip })),
    }),
  ),
});
