import { writeFileSync } from "node:fs";

// A step of the build: writes the API document, which a running site would hold everything up for. Its types are made
// of one too (api-types.mjs), which names a file of its own.

// Routes ask for their settings when they are read; no database is needed to describe them.
const ENV = {
  DATABASE_URL: "postgresql://none",
  NEXTAUTH_SECRET: "only-for-the-document-of-the-api",
};

async function main(): Promise<void> {
  Object.assign(process.env, ENV);
  const { BUILT_FILE, unnamedDocument } = await import("@/app/api/openapi.json/document");
  writeFileSync(process.argv[2] ?? BUILT_FILE, await unnamedDocument());
}

// Modules of the server keep timers.
void main().then(() => process.exit());
