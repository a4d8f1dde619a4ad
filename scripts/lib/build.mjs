import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { withLock } from "./lock.mjs";
import { say } from "./report.mjs";
import { run } from "./run.mjs";
import { root } from "./settings.mjs";

const SOURCES = ["app", "components", "i18n", "lib", "messages", "prisma", "public", "scripts"];
const SCHEMA_STAMP = "lib/generated/prisma/.schema";
const BUILD_STAMP = ".next/sources";

// Two starts from one clone share the build; the folder of packages can't hold the lock, since
// an install replaces it.
const clone = createHash("sha256").update(root).digest("hex").slice(0, 16);
const LOCK = join(tmpdir(), `build-${clone}.lock`);

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
  const atRoot = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs|json)$/.test(entry.name))
    .map((entry) => entry.name)
    .filter(
      (name) => !/^(next-env\.d\.ts|(jest|playwright|eslint)\.config.*|knip\.json)$/.test(name),
    );
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

async function generateClient() {
  const hash = hashOf(filesBelow("prisma/schema"));
  if (stampOf(SCHEMA_STAMP) === hash) return;
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

/** Bundles what runs outside Next to dist/: the server and the steps before it. */
export async function bundle(entries) {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: "dist",
    outbase: root,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
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
}

const STEPS = ["scripts/check-env.ts", "scripts/prepare.ts", "scripts/seed.ts"];
// For an image, which has no sources: there they run as dist/scripts/*.mjs.
const TOOLS = [
  "scripts/backup.ts",
  "scripts/restore.ts",
  "scripts/verify-ledger.ts",
  "scripts/verify-audit.ts",
];

async function buildAll() {
  const hash = sourceHash();
  if (stampOf(BUILD_STAMP) === hash && existsSync(join(root, ".next/BUILD_ID"))) return;
  say("Building…");
  await run([...bin("next/dist/bin/next"), "build"], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    failure: "The build failed.",
  });
  await bundle(["server.ts", ...STEPS, ...TOOLS]);
  writeStamp(BUILD_STAMP, hash);
}

/** Generates the database client when the schema changed. */
export function ensureGenerated() {
  return withLock(LOCK, generateClient, () => say("Waiting for another build…"));
}

/**
 * Makes dist/ and .next/ match the sources, by a hash of their content.
 * @param {{ development?: boolean }} options development: Next compiles by itself, bundle the steps
 */
export function ensureBuilt({ development = false } = {}) {
  return withLock(
    LOCK,
    async () => {
      await generateClient();
      await (development ? bundle(STEPS) : buildAll());
    },
    () => say("Waiting for another build…"),
  );
}
