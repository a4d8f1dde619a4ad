import { endpoints, route } from "@/lib/sessions/gate";
import { loadAllSettings } from "@/lib/settings/data";
import { allSettingsSchema } from "@/lib/settings/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "All site settings, and who changed which last",
      tag: "Settings",
      auth: "admin",
      permission: "settings.read",
      response: allSettingsSchema,
    },
    () => loadAllSettings(),
  ),
});
