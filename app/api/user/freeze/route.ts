import { text } from "@/lib/platform/text";
import { freezeOwn } from "@/lib/security/freeze";
import { frozenSchema } from "@/lib/security/freeze-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Freeze my account: sessions end, no login, no withdrawal until I open it again",
      tag: "User",
      auth: "user",
      rateLimit: { name: "freeze-own", points: 20, seconds: 3600, by: "user" },
      response: frozenSchema,
    },
    async ({ user, requestId, ip }) => ({
      message: text("answers.accountFrozen"),
      ...(await freezeOwn(user.userId, { requestId, ip })),
    }),
  ),
});
