import { endpoints, route } from "@/lib/sessions/gate";
import { keepBrowserPart } from "@/lib/transparency/liabilities/data";
import { liabilityPartBody, liabilityPartResponse } from "@/lib/transparency/liabilities/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Keep what my browser made up, so that nobody else can be given my leaves",
      tag: "Proof",
      auth: "user",
      body: liabilityPartBody,
      response: liabilityPartResponse,
    },
    ({ user, body }) => keepBrowserPart(user.userId, body.part),
  ),
});
