import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compressFiles } from "./compress.mjs";
import { lockHolder, tryLock, withLock } from "./lock.mjs";
import { Fault, say } from "./report.mjs";
import { run } from "./run.mjs";
import { root } from "./settings.mjs";

const SOURCES = ["app", "components", "i18n", "lib", "messages", "prisma", "public", "scripts"];
// Others there, such as the settings of test runners, change nothing that is built.
const ROOT_SOURCES = [
  "deliveries.ts",
  "instrumentation.ts",
  "jobs.ts",
  "middleware.ts",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "server.ts",
  "tsconfig.json",
];
const SCHEMA_STAMP = "lib/generated/prisma/.schema";
const BUILD_STAMP = ".next/sources";

// Two starts from one clone share the build; the folder of packages can't hold the lock, since
// an install replaces it.
const LOCK = join(root, "dist/build.lock");
// A file for each server that runs on the build: Next loads parts of it when they are first asked for.
const SERVERS = join(root, "dist/servers");

function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

const isSource = (file) =>
  !file.startsWith("lib/generated/") && !/\.test\.tsx?$|\.md$|^scripts\/test/.test(file);

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function sourceHash() {
  const atRoot = ROOT_SOURCES.filter((file) => existsSync(join(root, file)));
  return hashOf([...atRoot, ...SOURCES.flatMap(filesBelow).filter(isSource)]);
}

function stampOf(file) {
  try {
    return readFileSync(join(root, file), "utf8");
  } catch {
    return "";
  }
}

function writeStamp(file, stamp) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), stamp);
}

const bin = (file) => [process.execPath, join(root, "node_modules", file)];

const schemaHash = () => hashOf(filesBelow("prisma/schema"));
const isGenerated = () => stampOf(SCHEMA_STAMP) === schemaHash();

async function generateClient() {
  // Whoever held the lock may have done it.
  if (isGenerated()) return;
  const hash = schemaHash();
  say("Generating the database client…");
  await run([...bin("prisma/build/index.js"), "generate"], {
    // The client needs no engine; this keeps the generator from downloading one. Set here only:
    // with it `prisma migrate` would report success and do nothing.
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
    },
    failure: "The database client could not be generated.",
  });
  writeStamp(SCHEMA_STAMP, hash);
}

/**
 * Bundles what runs outside Next: the server and the steps before it.
 * @param {string[]} entries
 * @param {{ folder?: string, shared?: boolean }} options
 *   folder: where to; shared: files that share their code, without maps of it
 */
export async function bundle(entries, { folder = "dist", shared = false } = {}) {
  const { build, stop } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    outbase: root,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: !shared,
    splitting: shared,
    logLevel: "error",
    // The generated database client is CommonJS inside.
    banner: {
      js: [
        'import { createRequire as __createRequire } from "node:module";',
        'import { fileURLToPath as __fileURLToPath } from "node:url";',
        "const require = __createRequire(import.meta.url);",
        "const __filename = __fileURLToPath(import.meta.url);",
        'const __dirname = __filename.slice(0, __filename.lastIndexOf("/"));',
      ].join("\n"),
    },
  });
  // Its process would stay beside the site for as long as that runs.
  await stop();
}

const STEPS = ["scripts/check-env.ts", "scripts/prepare.ts", "scripts/seed.ts"];
/** What writes the API document, and where to unless it is told another file. */
export const API_DOCUMENT = { script: "scripts/api-document.ts", file: "dist/openapi.json" };
// For an image, which has no sources: there they run as dist/scripts/*.mjs.
const TOOLS = [
  "scripts/backup.ts",
  "scripts/restore.ts",
  "scripts/verify-ledger.ts",
  "scripts/verify-audit.ts",
  "scripts/verify-log.ts",
  "scripts/log-proof.ts",
  "scripts/witness.ts",
  "scripts/open-panel.ts",
  "scripts/two-factor-off.ts",
  "scripts/migrate.ts",
];

const isBuilt = (hash) =>
  stampOf(BUILD_STAMP) === hash &&
  [".next/BUILD_ID", "dist/server.mjs", API_DOCUMENT.file].every((file) =>
    existsSync(join(root, file)),
  );

/** The id of a process that serves what was built, or null. */
export function runningServer() {
  if (!existsSync(SERVERS)) return null;
  for (const name of readdirSync(SERVERS)) {
    const holder = lockHolder(join(SERVERS, name));
    if (holder !== null) return holder;
  }
  return null;
}

/** Keeps the build as it is until this process ends. */
function holdBuild() {
  try {
    mkdirSync(SERVERS, { recursive: true });
    const release = tryLock(join(SERVERS, String(process.pid)));
    process.once("exit", () => release?.());
    return () => release?.();
  } catch {
    // The clone is another user's. Whoever can't write there can't build there either.
    return () => undefined;
  }
}

async function buildAll() {
  const hash = sourceHash();
  if (isBuilt(hash)) return;
  const before = stampOf(BUILD_STAMP);
  // First of all: a server that starts now looks at the stamp once more after it has said that it runs.
  rmSync(join(root, BUILD_STAMP), { force: true });
  const server = runningServer();
  if (server !== null) {
    if (before) writeStamp(BUILD_STAMP, before);
    throw new Fault(
      `The sources have changed, and process ${server} runs on the last build: stop it before building anew.`,
    );
  }
  say("Building…");
  await run([...bin("next/dist/bin/next"), "build"], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    failure: "The build failed.",
  });
  compressFiles(join(root, ".next/static"));
  await bundle(["server.ts", API_DOCUMENT.script, ...STEPS, ...TOOLS]);
  await run([process.execPath, join(root, "dist/scripts/api-document.mjs")], {
    // None of a site's settings belongs in it.
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    failure: "The API's document could not be written.",
  });
  writeStamp(BUILD_STAMP, hash);
}

/** Runs `work` while no other process installs or builds in this clone. */
export function withBuildLock(work) {
  mkdirSync(dirname(LOCK), { recursive: true });
  return withLock(LOCK, work, () => say("Waiting for another build…"));
}

/** Generates the database client when the schema changed. */
export async function ensureGenerated() {
  if (!isGenerated()) await withBuildLock(generateClient);
}

/** Whether nothing has to be built; `serving` then holds the build. Needs no lock. */
export function isReady(serving) {
  if (!isGenerated()) return false;
  const hash = sourceHash();
  if (!isBuilt(hash)) return false;
  if (!serving) return true;
  const release = holdBuild();
  if (isBuilt(hash)) return true;
  // Somebody began to build in between.
  release();
  return false;
}

/**
 * Makes dist/ and .next/ match the sources, by a hash of their content.
 * @param {{ development?: boolean, serving?: boolean }} options
 *   development: Next compiles by itself, bundle the steps
 *   serving: this process will serve what is built, so nobody may build anew before it ends
 * @throws Fault when it has to be built while a server runs on the last build
 */
export async function ensureBuilt({ development = false, serving = false } = {}) {
  if (!development && isReady(serving)) return;
  await withBuildLock(async () => {
    await generateClient();
    if (development) return bundle(STEPS);
    await buildAll();
    if (serving) holdBuild();
  });
}
