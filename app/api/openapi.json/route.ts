import { endpoints, route } from "@/lib/accounts/gate";
import { buildDocument, listEndpoints } from "@/lib/platform/http/openapi";
import { getSettings } from "@/lib/settings/data";
import { version } from "@/package.json";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "This API's OpenAPI document",
      tag: "System",
      auth: "public",
      produces: "application/json",
    },
    async () => {
      const { apiRoutes } = await import("../manifest");
      const { siteName } = await getSettings();
      const document = buildDocument(await listEndpoints(apiRoutes), {
        title: `${siteName} API`,
        version,
      });
      return Response.json(document, { headers: { "cache-control": "no-cache" } });
    },
  ),
});
