import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { requiredFile } from "@/lib/platform/files";
import { LOGO_RULE, storeLogo } from "@/lib/settings/logo";
import { logoAnswerSchema } from "@/lib/settings/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Upload a logo or favicon; its address is then set with the settings",
      tag: "Settings",
      auth: "admin",
      area: "settings",
      rateLimit: { name: "logo", points: 30, seconds: 600, by: "user" },
      files: { logo: LOGO_RULE },
      response: logoAnswerSchema,
      status: 201,
    },
    async (context) => ({
      message: "Uploaded. Save the settings to use it.",
      ...(await storeLogo(actorOf(context), requiredFile(context.files.logo))),
    }),
  ),
});
