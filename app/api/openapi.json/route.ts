import { endpoints, route } from "@/lib/accounts/gate";
import type { RouteDeclaration } from "@/lib/platform/http";
import { buildDocument, listEndpoints } from "@/lib/platform/http/openapi";
import { getSettings } from "@/lib/settings/data";
import { version } from "@/package.json";

const declaration = {
  summary: "This API's OpenAPI document",
  tag: "System",
  auth: "public",
  produces: "application/json",
} as const satisfies RouteDeclaration;

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(declaration, async () => {
    const { apiRoutes } = await import("../manifest");
    const { siteName } = await getSettings();
    const document = buildDocument(
      // Reading the manifest, this route can't be in it.
      [
        ...(await listEndpoints(apiRoutes)),
        { path: "/api/openapi.json", method: "GET", declaration },
      ],
      { title: `${siteName} API`, version },
    );
    return Response.json(document, { headers: { "cache-control": "no-cache" } });
  }),
});
