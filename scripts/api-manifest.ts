import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// `npm run api:manifest`: lists every route file and every file of schemas in app/api/manifest.ts,
// which the API document and the tests over all endpoints read. A unit test fails when a list is out
// of date.

/** Reads the manifest itself, so it can't be in it. */
const DOCUMENT = "openapi.json";
const API = join(process.cwd(), "app/api");
const LIB = join(process.cwd(), "lib");

/** Text of the manifest for the route files that exist now. */
export function manifestSource(): string {
  const files = readdirSync(API, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts"))
    .map((file) => file.replace(/\/?route\.ts$/, ""))
    .filter((folder) => !folder.includes("[...") && folder !== DOCUMENT)
    .sort();
  const entries = files.map((folder) => {
    const path = `/api/${folder}`.replace(/\[(\w+)\]/g, "{$1}");
    return `  { path: "${path}", load: () => import("./${folder}/route") },`;
  });
  const schemas = readdirSync(LIB, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("schema.ts") && !file.startsWith("platform"))
    .map((file) => `  () => import("@/lib/${file.replace(/\.ts$/, "")}"),`)
    .sort();
  return [
    "// Written by `npm run api:manifest`. Do not edit.",
    'import type { ApiRoute, SchemaModule } from "@/lib/platform/http/openapi";',
    "",
    "/** Every API route of the application. */",
    "export const apiRoutes: ApiRoute[] = [",
    ...entries,
    "];",
    "",
    "/** Every file of schemas: its exports name them in the API document. */",
    "export const schemaFiles: (() => Promise<SchemaModule>)[] = [",
    ...schemas,
    "];",
    "",
  ].join("\n");
}

export const manifestFile = join(API, "manifest.ts");

if (process.argv[1]?.endsWith("api-manifest.ts")) {
  const source = manifestSource();
  if (readFileSync(manifestFile, { encoding: "utf8", flag: "a+" }) !== source) {
    writeFileSync(manifestFile, source);
  }
}
