import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const INSTANCES = 12;
const run = promisify(execFile);
const newFolder = () => mkdtempSync(join(tmpdir(), "secrets-"));

/** What a process with this id, as containers often share one, reads there. */
async function read(folder: string, what: string): Promise<Record<string, string>> {
  const { stdout } = await run(process.execPath, [
    "--input-type=module",
    "--eval",
    `Object.defineProperty(process, "pid", { value: 7 });
     const { ${what} } = await import("./scripts/lib/secrets.mjs");
     console.log(JSON.stringify(${what}(${JSON.stringify(folder)})));`,
  ]);
  return JSON.parse(stdout) as Record<string, string>;
}

it("containers that start together on one folder share what one of them made", async () => {
  const folder = newFolder();
  const all = await Promise.all(
    Array.from({ length: INSTANCES }, () => read(folder, "readDatabaseSecrets")),
  );
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(readdirSync(folder).sort()).toEqual(["database-secrets.json", "secrets.json"]);
}, 60_000);

it("secrets.json may come from another folder, the database keeps its passwords", async () => {
  const folder = newFolder();
  const passwords = await read(folder, "readDatabaseSecrets");
  const kept = { sessionSecret: "kept", databasePassword: "other", appDatabasePassword: "other" };
  writeFileSync(join(folder, "secrets.json"), JSON.stringify(kept));
  expect(await read(folder, "readDatabaseSecrets")).toEqual(passwords);
  expect(await read(folder, "readSecrets")).toMatchObject({ sessionSecret: "kept" });
});

it("a folder of an older version keeps the passwords that its secrets.json holds", async () => {
  const folder = newFolder();
  const passwords = { databasePassword: "owner", appDatabasePassword: "login" };
  writeFileSync(join(folder, "secrets.json"), JSON.stringify({ sessionSecret: "s", ...passwords }));
  expect(await read(folder, "readDatabaseSecrets")).toEqual(passwords);
  expect(JSON.parse(readFileSync(join(folder, "database-secrets.json"), "utf8"))).toEqual(
    passwords,
  );
});

it("a file without a password in it is none", async () => {
  const file = join(newFolder(), "admin-password");
  writeFileSync(file, "");
  expect(await read(file, "readAdminPassword")).toMatch(/^[\w-]{16}$/);
  writeFileSync(file, "kept\n");
  expect(await read(file, "readAdminPassword")).toBe("kept");
});

it("a full disk is said in one line, and nothing half written stays", async () => {
  const folder = newFolder();
  const { stdout } = await run(process.execPath, [
    "--input-type=module",
    "--eval",
    `import fs from "node:fs";
     import { syncBuiltinESMExports } from "node:module";
     const { writeFileSync } = fs;
     fs.writeFileSync = (file, content, options) => {
       writeFileSync(file, "", options);
       if (content) throw Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
     };
     syncBuiltinESMExports();
     const { readSecrets } = await import("./scripts/lib/secrets.mjs");
     const { tryLock } = await import("./scripts/lib/lock.mjs");
     const { Fault } = await import("./scripts/lib/report.mjs");
     for (const work of [readSecrets, (folder) => tryLock(folder + "/lock")]) {
       try {
         work(${JSON.stringify(folder)});
       } catch (error) {
         console.log(error instanceof Fault, error.message);
       }
     }`,
  ]);
  expect(stdout.trim().split("\n")).toEqual([
    `true ${join(folder, "secrets.json")} can't be written (ENOSPC).`,
    `true ${folder} can't be written to (ENOSPC).`,
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  [
    "the owner's own, where the application migrates by itself",
    {},
    { FEED_DATABASE_URL: "postgresql://a:b@h1,h2/d?x=1" },
  ],
  [
    "a login that migrating makes, where the owner migrates",
    { migrationDatabaseUrl: "postgresql://o:secret@h1/d" },
    {
      FEED_DATABASE_URL: expect.stringMatching(/^postgresql:\/\/feed:[\w-]{43}@h1,h2\/d\?x=1$/),
      FEED_DATABASE_PASSWORD: expect.stringMatching(/^[\w-]{43}$/),
    },
  ],
  [
    "one with a chosen password",
    { migrationDatabaseUrl: "postgresql://o:secret@h1/d", feedDatabasePassword: "mine" },
    { FEED_DATABASE_URL: "postgresql://feed:mine@h1,h2/d?x=1", FEED_DATABASE_PASSWORD: "mine" },
  ],
  [
    "what FEED_DATABASE_URL says",
    {
      migrationDatabaseUrl: "postgresql://o:secret@h1/d",
      feedDatabaseUrl: "postgresql://f:p@h3/d",
    },
    { FEED_DATABASE_URL: "postgresql://f:p@h3/d" },
  ],
])("the feed gets into an outside database as %s", async (_, settings, expected) => {
  const all = { dataDir: newFolder(), databaseUrl: "postgresql://a:b@h1,h2/d?x=1", ...settings };
  const { stdout } = await run(process.execPath, [
    "--input-type=module",
    "--eval",
    `const { openDatabase } = await import("./scripts/lib/database.mjs");
     console.log(JSON.stringify((await openDatabase(${JSON.stringify(all)})).env));`,
  ]);
  const env = JSON.parse(stdout) as Record<string, string>;
  const feed = Object.entries(env).filter(([name]) => name.startsWith("FEED_"));
  expect(Object.fromEntries(feed)).toEqual(expected);
});
