import { text } from "@/lib/platform/text";
import { requestUnfreezeLink } from "@/lib/security/freeze";
import { unfreezeLinkSchema } from "@/lib/security/freeze-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Ask for a link that opens a frozen account again",
      tag: "Auth",
      auth: "public",
      rateLimit: { name: "unfreeze-link", points: 30, seconds: 3600, shared: true },
      body: unfreezeLinkSchema,
    },
    async ({ body }) => {
      await requestUnfreezeLink(body.email);
      return { message: text("answers.unfreezeLinkOnItsWay") };
    },
  ),
});
