import { getSupportInfo } from "@/lib/chat/hours/data";
import { supportInfoResponse } from "@/lib/chat/hours/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "When support answers, and how long that usually takes",
      tag: "Chat",
      auth: "public",
      response: supportInfoResponse,
    },
    async () => ({ support: await getSupportInfo() }),
  ),
});
