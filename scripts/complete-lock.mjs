import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./lib/settings.mjs";

// A registry mirror may lack optional packages for other platforms. npm then leaves them out of
// the lock file, and `npm ci` refuses the file as incomplete. A stub with the exact version and
// its platform is enough: npm skips it here and fetches it where it applies.

const SYSTEMS = /(darwin|win32|linux|android|freebsd|openbsd|netbsd|sunos|aix|openharmony)/;
const PROCESSORS = /-(arm64|x64|ia32|arm|ppc64|s390x|riscv64|loong64|mips64el)(?:-|$)/;

function isLocked(packages, dependent, name) {
  for (let folder = dependent; ; ) {
    if (packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (folder === "") return false;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")));
  }
}

function stub(name, version, isDev) {
  if (name.endsWith("-wasm32-wasi")) {
    return { version, ...(isDev ? { dev: true } : {}), optional: true, cpu: ["wasm32"] };
  }
  const os = SYSTEMS.exec(name)?.[1];
  if (!os) return null;
  const cpu = PROCESSORS.exec(name)?.[1];
  const libc = /musl/.test(name)
    ? "musl"
    : /gnu/.test(name) && os === "linux"
      ? "glibc"
      : undefined;
  return {
    version,
    ...(isDev ? { dev: true } : {}),
    optional: true,
    os: [os],
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc ? { libc: [libc] } : {}),
  };
}

/**
 * Adds a stub for each optional platform package that a lock file names but does not hold.
 * @param lock the parsed package-lock.json; changed in place
 * @returns the names added
 */
export function completeLock(lock) {
  const added = [];
  for (const [dependent, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!/^\d+\.\d+\.\d+/.test(version) || isLocked(lock.packages, dependent, name)) continue;
      const made = stub(name, version, entry.dev === true);
      if (!made) continue;
      lock.packages[`node_modules/${name}`] = made;
      added.push(name);
    }
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  lock.packages = Object.fromEntries(sorted);
  return added;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = join(root, "package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const added = completeLock(lock);
  if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${added.length} optional packages added to package-lock.json`);
}
