import { z } from "zod";
import { hasSocketServer } from "@/lib/platform/realtime";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Whether this server has a socket server, or clients must poll",
      tag: "Realtime",
      auth: "public",
      response: z.object({ socket: z.boolean() }),
    },
    async () => ({ socket: hasSocketServer() }),
  ),
});
