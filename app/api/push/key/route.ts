import { pushKey } from "@/lib/notifications/channels/keys";
import { pushKeySchema } from "@/lib/notifications/channels/schema";
import { AppError } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The key that a device asks its push service for messages of this site with",
      tag: "Notifications",
      auth: "public",
      errors: ["NOT_FOUND"],
      response: pushKeySchema,
    },
    async () => {
      const key = pushKey();
      if (!key) throw new AppError("NOT_FOUND");
      return { key: key.publicKey };
    },
  ),
});
