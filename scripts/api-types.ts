import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import openapiTypes, { astToString } from "openapi-typescript";
import { version } from "@/package.json";

// `npm run api:types`: writes the types that anybody gets from the API document, as the client of the
// browser tests uses them (tests/e2e/support/client.ts).

const FILE = join(process.cwd(), "lib/generated/api.d.ts");
// Routes ask for their settings when they are read; no database is needed to describe them.
const ENV = {
  DATABASE_URL: "postgresql://none",
  NEXTAUTH_SECRET: "only-for-the-types-of-the-api-document",
};

async function main(): Promise<void> {
  Object.assign(process.env, ENV);
  const { apiRoutes, schemaFiles } = await import("@/app/api/manifest");
  const { buildDocument, listEndpoints, nameSchemas } = await import("@/lib/platform/http/openapi");
  nameSchemas(await Promise.all(schemaFiles.map((load) => load())));
  const document = buildDocument(await listEndpoints(apiRoutes), { title: "API", version });
  const types = await openapiTypes(JSON.stringify(document), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, astToString(types));
}

// Modules of the server keep timers.
void main().then(() => process.exit());
