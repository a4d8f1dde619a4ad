import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../../scripts/lib/build.mjs";
import { root } from "../../../scripts/lib/settings.mjs";

/** What tests of databases start as processes of their own, some of them ten times. */
const PROGRAMS = [
  "server.ts",
  "scripts/backup.ts",
  "scripts/prepare.ts",
  "scripts/restore.ts",
  "scripts/seed.ts",
  "scripts/verify-audit.ts",
  "scripts/verify-ledger.ts",
  "scripts/witness.ts",
  "tests/support/exchange/feed-runner.ts",
  "tests/support/ledger/ledger-model-poster.ts",
  "tests/support/processes/relay-worker.ts",
  "tests/support/processes/strategy-worker.ts",
];

/**
 * Compiles them, as a build does: each start by way of tsx takes half a CPU second more, and the server's two.
 * @returns their folder, which is below the project's so that its packages are found
 */
export async function compilePrograms() {
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/programs-"));
  await bundle(PROGRAMS, { folder, shared: true });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
