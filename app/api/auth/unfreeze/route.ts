import { text } from "@/lib/platform/text";
import { unfreezeByLink } from "@/lib/security/freeze";
import { unfreezeSchema } from "@/lib/security/freeze-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Open a frozen account again with a mailed link and, with two-factor, a code",
      tag: "Auth",
      auth: "public",
      errors: ["TOKEN_INVALID", "TOTP_REQUIRED"],
      rateLimit: { name: "unfreeze", points: 60, seconds: 3600, shared: true },
      body: unfreezeSchema,
    },
    async ({ body, requestId, ip }) => {
      await unfreezeByLink(body, { requestId, ip });
      return { message: text("answers.accountOpenedAgain") };
    },
  ),
});
