import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runMain } from "./lib/report.mjs";
import { buildVerifier } from "./lib/verifier.mjs";

// `npm run verifier`: builds public/verify.html.
runMain(async () => {
  const root = join(dirname(fileURLToPath(import.meta.url)), "..");
  writeFileSync(join(root, "public/verify.html"), await buildVerifier(root));
});
