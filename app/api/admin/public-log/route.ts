import { getPublicLog } from "@/lib/public-log/data";
import { publicLogResponse } from "@/lib/public-log/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Whether the public log goes on, who signs it, and what was published last",
      tag: "Proof",
      auth: "admin",
      permission: "overview.read",
      response: publicLogResponse,
    },
    () => getPublicLog(),
  ),
});
