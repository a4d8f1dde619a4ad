import { getVersion } from "@/lib/documents/staff-data";
import { versionParams, versionResponse } from "@/lib/documents/staff-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "One version of a document with its text",
      tag: "Documents",
      auth: "admin",
      permission: "documents.read",
      params: versionParams,
      response: versionResponse,
    },
    async ({ params }) => ({ version: await getVersion(params.id, params.version) }),
  ),
});
