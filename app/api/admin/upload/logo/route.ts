import { requiredFile } from "@/lib/platform/files";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { logoResponseSchema } from "@/lib/settings/schema";
import { LOGO_RULE, storeLogo } from "@/lib/site/logo";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Upload a logo or favicon; its address is then set with the settings",
      tag: "Settings",
      auth: "admin",
      permission: "settings.edit",
      rateLimit: { name: "logo", points: 30, seconds: 600, by: "user" },
      files: { logo: LOGO_RULE },
      response: logoResponseSchema,
      status: 201,
    },
    async (context) => ({
      message: text("answers.uploadedSaveSettingsUseIt"),
      ...(await storeLogo(actorOf(context), requiredFile(context.files.logo))),
    }),
  ),
});
