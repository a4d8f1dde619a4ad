import { z } from "zod";
import { endpoints, route } from "@/lib/accounts/gate";
import { hasSocketServer } from "@/lib/platform/realtime";

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
