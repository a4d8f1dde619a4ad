import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { until } from "@/tests/support/poll";
import { freePort } from "@/tests/support/processes/app-process";

// The scripts in a small clone of its own: what they build here takes no time, and no colleague's
// build is touched.

const TOOLS =
  "backup restore verify-ledger verify-audit verify-log log-proof witness open-panel two-factor-off migrate";
const STARTED: ChildProcess[] = [];
let clone: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(clone, file)), { recursive: true });
  writeFileSync(join(clone, file), text);
}

beforeEach(() => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), "clone-")));
  cpSync("scripts/lib", join(clone, "scripts/lib"), { recursive: true });
  write("server.ts", "export {};");
  for (const name of `check-env prepare seed ${TOOLS}`.split(" ")) {
    write(`scripts/${name}.ts`, "export {};");
  }
  write(
    "scripts/api-document.ts",
    'import { writeFileSync } from "node:fs"; writeFileSync("dist/openapi.json", "{}");',
  );
  write("node_modules/prisma/build/index.js", "");
  // Builds until it may end, and notes each time.
  write("may-end", "");
  write(
    "node_modules/next/dist/bin/next",
    `const fs = require("node:fs");
     fs.mkdirSync(".next/static", { recursive: true });
     fs.appendFileSync("builds", "x");
     const looking = setInterval(() => {
       if (!fs.existsSync("may-end")) return;
       clearInterval(looking);
       fs.writeFileSync(".next/BUILD_ID", "1");
     }, 20);`,
  );
  symlinkSync(join(process.cwd(), "node_modules/esbuild"), join(clone, "node_modules/esbuild"));
});
afterEach(() => {
  for (const child of STARTED.splice(0)) child.kill("SIGKILL");
  rmSync(clone, { recursive: true, force: true });
});

const builds = () =>
  existsSync(join(clone, "builds")) ? readFileSync(join(clone, "builds"), "utf8").length : 0;

/** A process that makes sure of the build as `npm start` does, and then goes on running. */
function start(options = "{ serving: true }", then = "setInterval(() => undefined, 1000)") {
  const child = spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `const { ensureBuilt } = await import("./scripts/lib/build.mjs");
       const { runMain, say } = await import("./scripts/lib/report.mjs");
       await runMain(async () => {
         await ensureBuilt(${options});
         say("Serving");
         ${then};
       });`,
    ],
    { cwd: clone, stdio: ["ignore", "pipe", "pipe"] },
  );
  STARTED.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    child,
    exit,
    output: () => said,
    serves: () => until("it serves", () => said.includes("Serving")),
  };
}

const build = () => start("{}", "");

it("builds once for two that start at the same moment", async () => {
  rmSync(join(clone, "may-end"));
  const both = [start(), start()];
  await until("one waits", () => both.some(({ output }) => output().includes("Waiting")));
  write("may-end", "");
  await Promise.all(both.map(({ serves }) => serves()));
  expect(builds()).toBe(1);
  expect(both.map(({ output }) => output()).sort()).toEqual([
    "Generating the database client…\nBuilding…\nServing\n",
    "Waiting for another build…\nServing\n",
  ]);
}, 30_000);

it("starts another beside a running one without a word of building", async () => {
  await start().serves();
  // Neither of them is built from.
  write("stray.mjs", "export {};");
  write("lib/thing.test.ts", "export {};");
  const second = start();
  await second.serves();
  expect(second.output()).toBe("Serving\n");
  expect(builds()).toBe(1);
}, 30_000);

it("leaves the build alone while a server runs on it, and says which one", async () => {
  const server = start();
  await server.serves();
  const stamp = readFileSync(join(clone, ".next/sources"), "utf8");
  write("lib/thing.ts", "export {};");
  for (const again of [build, start]) {
    const other = again();
    expect(await other.exit).toBe(1);
    expect(other.output()).toBe(
      `The sources have changed, and process ${server.child.pid} runs on the last build: stop it before building anew.\n`,
    );
  }
  expect([builds(), readFileSync(join(clone, ".next/sources"), "utf8")]).toEqual([1, stamp]);
  // However it ended.
  server.child.kill("SIGKILL");
  await server.exit;
  const next = build();
  expect(await next.exit).toBe(0);
  expect(next.output()).toBe("Building…\nServing\n");
}, 30_000);

it("leaves the packages alone while a server runs on them, and says which one", async () => {
  const packages = (version: string) =>
    JSON.stringify({ packages: { "node_modules/thing": { version } } });
  write("package-lock.json", packages("1"));
  write("node_modules/.package-lock.json", packages("1"));
  write("bin/npm", "#!/bin/sh\ncp package-lock.json node_modules/.package-lock.json\n");
  chmodSync(join(clone, "bin/npm"), 0o755);
  const install = () =>
    spawnSync(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `const { ensureInstalled } = await import("./scripts/lib/install.mjs");
         const { runMain } = await import("./scripts/lib/report.mjs");
         await runMain(ensureInstalled);`,
      ],
      {
        cwd: clone,
        encoding: "utf8",
        env: { ...process.env, PATH: `${join(clone, "bin")}:${process.env.PATH}` },
      },
    );
  const installed = () => readFileSync(join(clone, "node_modules/.package-lock.json"), "utf8");
  const server = start();
  await server.serves();
  expect(install()).toMatchObject({ status: 0, stdout: "", stderr: "" });
  write("package-lock.json", packages("2"));
  expect(install()).toMatchObject({
    status: 1,
    stderr: `The packages of package-lock.json have changed, and process ${server.child.pid} runs on those installed: stop it before installing anew.\n`,
  });
  expect(installed()).toBe(packages("1"));
  server.child.kill("SIGKILL");
  await server.exit;
  expect(install()).toMatchObject({ status: 0, stdout: "Installing packages…\n" });
  expect(installed()).toBe(packages("2"));
}, 30_000);

it("begins nothing more when it is told to stop while it bundles", async () => {
  cpSync("scripts/start.mjs", join(clone, "scripts/start.mjs"));
  for (const file of ["package-lock.json", "node_modules/.package-lock.json"]) {
    write(file, JSON.stringify({ packages: {} }));
  }
  rmSync(join(clone, "node_modules/esbuild"));
  write("node_modules/esbuild/package.json", '{ "type": "module", "main": "index.js" }');
  write(
    "node_modules/esbuild/index.js",
    `export const build = () => {
       console.log("Bundling");
       return new Promise((resolve) => {
         const alive = setInterval(() => undefined, 1000);
         process.once("SIGTERM", () => {
           clearInterval(alive);
           setTimeout(resolve, 100);
         });
       });
     };`,
  );
  for (const name of ["check-env", "prepare", "seed"]) {
    write(`dist/scripts/${name}.mjs`, `console.log("Step ${name}");`);
  }
  const app = spawn(process.execPath, ["scripts/start.mjs", "--dev"], {
    cwd: clone,
    env: { ...process.env, PORT: String(await freePort()), DATABASE_URL: "postgresql://a:b@c/d" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  STARTED.push(app);
  let said = "";
  app.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const exit = new Promise<number | null>((resolve) => app.once("close", resolve));
  await until("it bundles", () => said.includes("Bundling"));
  app.kill("SIGTERM");
  expect(await exit).toBe(130);
  expect(said).not.toContain("Step");
}, 30_000);

/** An id that no process has any more. */
const deadPid = () => spawnSync(process.execPath, ["--eval", ""]).pid;

it("takes the lock of a build that was killed", async () => {
  write("dist/build.lock", `${deadPid()} 1\n`);
  const next = build();
  expect(await next.exit).toBe(0);
  expect(next.output()).not.toContain("Waiting");
}, 30_000);

it("stops waiting for another build when it is told to", async () => {
  const stat = readFileSync(`/proc/${process.pid}/stat`, "utf8");
  const startedAt = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  write("dist/build.lock", `${process.pid} ${startedAt}\n`);
  const next = start();
  await until("it waits", () => next.output().includes("Waiting"));
  next.child.kill("SIGTERM");
  expect(await next.exit).toBe(1);
  expect(next.output()).toBe("Waiting for another build…\nStopped while waiting.\n");
}, 30_000);

it("names a dead lock that can't be removed", () => {
  const path = join(clone, "dist/build.lock");
  write("dist/build.lock", `${deadPid()} 1\n`);
  // As the sticky bit does for another user's file.
  const { stderr } = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import fs from "node:fs";
       import { syncBuiltinESMExports } from "node:module";
       fs.renameSync = () => { throw Object.assign(new Error(), { code: "EPERM" }); };
       syncBuiltinESMExports();
       const { ensureBuilt } = await import("./scripts/lib/build.mjs");
       const { runMain } = await import("./scripts/lib/report.mjs");
       await runMain(() => ensureBuilt());`,
    ],
    { cwd: clone, encoding: "utf8", timeout: 10_000 },
  );
  expect(stderr).toBe(
    `${path} is the lock of a process that is gone, and can't be removed (EPERM): remove it.\n`,
  );
}, 30_000);
