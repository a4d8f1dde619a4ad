import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import openapiTypes, { astToString } from "openapi-typescript";
import { API_DOCUMENT, bundle, isReady } from "./lib/build.mjs";
import { runMain } from "./lib/report.mjs";
import { run } from "./lib/run.mjs";
import { root } from "./lib/settings.mjs";

// `npm run api:types`: writes the types that anybody gets from the API document, as the client of the
// browser tests uses them (tests/e2e/support/client.ts).

const FILE = join(root, "lib/generated/api.d.ts");

/** The document of a build that is of these sources. */
const builtDocument = () => readFileSync(join(root, API_DOCUMENT.file), "utf8");

/** The same without a build, whose own document stays as it is: a site may be answering with it. */
async function newDocument() {
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/document-"));
  const file = join(folder, "openapi.json");
  try {
    await bundle([API_DOCUMENT.script], { folder, shared: true });
    await run(
      [process.execPath, join(folder, API_DOCUMENT.script.replace(/\.ts$/, ".mjs")), file],
      {
        env: { PATH: process.env.PATH, NODE_ENV: "production" },
      },
    );
    return readFileSync(file, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

runMain(async () => {
  const document = isReady(false) ? builtDocument() : await newDocument();
  const types = await openapiTypes(document, { rootTypes: true, rootTypesNoSchemaPrefix: true });
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, astToString(types));
});
