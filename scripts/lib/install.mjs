import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runningServer, withBuildLock } from "./build.mjs";
import { Fault, say } from "./report.mjs";
import { run } from "./run.mjs";
import { root } from "./settings.mjs";

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return null;
  }
}

/** Whether node_modules holds what the lock file asks for. Optional packages may be missing. */
export function isInstalled() {
  const wanted = readPackages("package-lock.json");
  const present = readPackages("node_modules/.package-lock.json");
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || optional || present[path]?.version === version,
  );
}

/**
 * Installs the packages of the lock file when they are missing or others.
 * @throws Fault when it has to install while a server runs on the packages that it would replace
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withBuildLock(async () => {
    // Whoever held the lock may have done it.
    if (isInstalled()) return;
    const server = runningServer();
    if (server !== null) {
      throw new Fault(
        `The packages of package-lock.json have changed, and process ${server} runs on those installed: stop it before installing anew.`,
      );
    }
    say("Installing packages…");
    // No package needs its install script: the one that has links to make (the embedded database)
    // gets them when it starts. The type definitions that a build reads are development packages, so those are needed too.
    await run(["npm", "ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"], {
      failure: "The packages could not be installed.",
    });
  });
}
