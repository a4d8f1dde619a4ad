import { listVersions } from "@/lib/documents/staff-data";
import { versionsQuery, versionsResponse } from "@/lib/documents/staff-schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Versions of a document",
      tag: "Documents",
      auth: "admin",
      permission: "documents.read",
      params: idParams,
      query: versionsQuery,
      response: versionsResponse,
    },
    ({ params, query }) => listVersions(params.id, query),
  ),
});
