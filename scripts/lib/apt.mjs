import { execFileSync } from "node:child_process";
import { run } from "./run.mjs";

const NETWORK = ["-o", "Acquire::http::Timeout=10", "-o", "Acquire::Retries=1"];

/** Whether this is Debian or a relative, and we may install on it. */
export function canUseApt() {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync("apt-get", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

let last = Promise.resolve();
let updated;

async function installNow(packages) {
  updated ??= run(["apt-get", "update", "-q", ...NETWORK], { failure: "apt-get update failed." });
  await updated;
  const names = packages();
  await run(["apt-get", "install", "-y", "-q", "--no-install-recommends", ...NETWORK, ...names], {
    failure: `${names.join(" and ")} could not be installed.`,
  });
}

/**
 * Installs packages of the system, one call after the other.
 * @param {() => string[]} packages asked once the lists of packages are up to date
 * @throws Fault when they can't be
 */
export function installPackages(packages) {
  const installed = last.then(() => installNow(packages));
  last = installed.catch(() => undefined);
  return installed;
}
