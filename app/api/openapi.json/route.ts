import type { RouteDeclaration } from "@/lib/platform/http";
import { buildDocument, listEndpoints, nameSchemas } from "@/lib/platform/http/openapi";
import { endpoints, route } from "@/lib/sessions/gate";
import { getSettings } from "@/lib/settings/data";
import { version } from "@/package.json";

const declaration = {
  summary: "This API's OpenAPI document",
  tag: "System",
  auth: "public",
  produces: "application/json",
} as const satisfies RouteDeclaration;

/** Building it holds the process for a good part of a second, so it is kept until the site has another name. */
let built: { title: string; text: string } | undefined;

async function documentText(title: string): Promise<string> {
  if (built?.title === title) return built.text;
  const { apiRoutes, schemaFiles } = await import("../manifest");
  nameSchemas(await Promise.all(schemaFiles.map((load) => load())));
  // Reading the manifest, this route can't be in it.
  const own = { path: "/api/openapi.json", method: "GET", declaration };
  const document = buildDocument([...(await listEndpoints(apiRoutes)), own], { title, version });
  built = { title, text: JSON.stringify(document) };
  return built.text;
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(declaration, async () => {
    const { siteName } = await getSettings();
    return new Response(await documentText(`${siteName} API`), {
      headers: { "content-type": "application/json", "cache-control": "no-cache" },
    });
  }),
});
