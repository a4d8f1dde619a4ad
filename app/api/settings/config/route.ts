import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { freshActorOf } from "@/lib/sessions/mutations";
import { getSettings, toPublicConfig } from "@/lib/settings/data";
import { configResponseSchema, updateSettingsSchema } from "@/lib/settings/schema";
import { changeSettings } from "@/lib/site/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Site configuration",
      tag: "Settings",
      auth: "public",
      response: configResponseSchema,
    },
    async () => ({ config: toPublicConfig(await getSettings()) }),
  ),
  PUT: route(
    {
      summary: "Change site settings",
      tag: "Settings",
      auth: "admin",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
      permission: "settings.edit",
      idempotent: "record",
      body: updateSettingsSchema,
      response: configResponseSchema,
    },
    async (context) => {
      const { expected, password, totp, reason, demo: _, ...changes } = context.body;
      const proof = { password, totp, reason };
      const settings = await changeSettings(freshActorOf(context), changes, expected, proof);
      return { config: toPublicConfig(settings), message: text("answers.saved") };
    },
  ),
});
