import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteDeclaration } from "@/lib/platform/http";
import { buildDocument, listEndpoints, nameSchemas } from "@/lib/platform/http/openapi";
import { version } from "@/package.json";

/** The route of the document itself. */
export const declaration = {
  summary: "This API's OpenAPI document",
  tag: "System",
  auth: "public",
  produces: "application/json",
} as const satisfies RouteDeclaration;

/** Where the build puts the document. */
export const BUILT_FILE = "dist/openapi.json";
/** What the document is called until the site's name is put in: its first title. */
const UNNAMED = '"title":"API"';

/** The API's document as JSON, without the site's name. Takes a good part of a second, in which nothing else goes on. */
export async function unnamedDocument(): Promise<string> {
  const { apiRoutes, schemaFiles } = await import("../manifest");
  nameSchemas(await Promise.all(schemaFiles.map((load) => load())));
  // Reading the manifest, this route can't be in it.
  const own = { path: "/api/openapi.json", method: "GET", declaration };
  const routes = [...(await listEndpoints(apiRoutes)), own];
  return JSON.stringify(buildDocument(routes, { title: "API", version }));
}

/** The document of a site. @throws Error for a text that is none of unnamedDocument() */
export function named(text: string, title: string): string {
  const at = text.indexOf(UNNAMED);
  if (at < 0) throw new Error("The API document has no title to be replaced");
  return `${text.slice(0, at)}"title":${JSON.stringify(title)}${text.slice(at + UNNAMED.length)}`;
}

/** The document that the build made; null where there is none. */
export function builtDocument(): string | null {
  try {
    return readFileSync(join(process.cwd(), BUILT_FILE), "utf8");
  } catch {
    return null;
  }
}
