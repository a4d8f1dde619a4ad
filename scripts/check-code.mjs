import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PLANTED } from "./lib/planted-faults.mjs";
import { complain, runMain, say } from "./lib/report.mjs";
import { root } from "./lib/settings.mjs";

// Types and lint, by native programs that share what they parse. A check that looks at nothing finds
// nothing wrong, so each rule first has to catch a fault that is planted for it.

const RULES = ".oxlintrc.json";
// What Next writes about the routes: no source, but it tells when a route exports what it may not.
const ROUTES = ".next/types/validator.ts";

const oxlint = (cwd, files, options = {}) =>
  spawnSync(process.execPath, [join(root, "node_modules/oxlint/bin/oxlint"), ...files], {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    ...options,
  });

/** Writes the planted faults to a folder that has the rules and the types of this one. */
function plant(folder) {
  for (const { file, text } of PLANTED) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const project = { extends: join(root, "tsconfig.json"), include: ["**/*.ts", "**/*.tsx"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
  copyFileSync(join(root, RULES), join(folder, RULES));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

/** "<rule> <file>" of all that is found in a folder. */
function caughtIn(folder) {
  const { stdout, stderr } = oxlint(folder, ["--format=json", "."]);
  if (!stdout.startsWith("{")) throw new Error(stdout + stderr);
  return new Set(JSON.parse(stdout).diagnostics.map(({ code, filename }) => `${code} ${filename}`));
}

/** The planted faults that their rules don't catch. */
function missedFaults() {
  const folder = mkdtempSync(join(tmpdir(), "aurum-planted-"));
  try {
    plant(folder);
    const caught = caughtIn(folder);
    return PLANTED.filter(({ file, rule }) => !caught.has(`${rule} ${file}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

runMain(async () => {
  const missed = missedFaults();
  for (const { file, rule } of missed) {
    complain(`The planted fault of ${rule} in ${file} was not caught.`);
  }
  say(`${PLANTED.length - missed.length} of ${PLANTED.length} planted faults caught.`);
  const { status } = oxlint(root, [".", ROUTES], { stdio: "inherit" });
  return status === 0 && missed.length === 0 ? 0 : 1;
});
