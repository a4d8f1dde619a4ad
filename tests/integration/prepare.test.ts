import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { prisma } from "@/lib/platform/db";
import { prepareDatabase } from "@/scripts/lib/prepare";
import { createTestDatabase, testDatabase } from "@/tests/support/database";

const MIGRATIONS = join(process.cwd(), "prisma/migrations");
const INSTANCES = 4;
const ROUNDS = 8;

it("lets instances start together, the first time and every other", async () => {
  const database = await createTestDatabase({ empty: true });
  const applied: string[] = [];
  const start = () =>
    prepareDatabase(database.ownerUrl, MIGRATIONS, {
      appPassword: "test",
      onApply: (name) => applied.push(name),
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: INSTANCES }, start));
  }
  expect(new Set(applied).size).toBe(applied.length);
  await database.drop();
}, 120_000);

// Makes the file and then has no room for its content.
const FULL_DISK = `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { writeFileSync } = fs;
  const failing = (write) => (file, content, options) => {
    if (!String(file).includes("admin-password")) return write(file, content, options);
    writeFileSync(file, "", options);
    throw Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
  };
  fs.writeFileSync = failing(writeFileSync);
  fs.promises.writeFile = failing(fs.promises.writeFile);
  syncBuiltinESMExports();`;

/** As a start does after the migrations. */
const runSeed = (env: Record<string, string>, ...options: string[]) =>
  promisify(execFile)(process.execPath, [...options, "--import", "tsx", "scripts/seed.ts"], {
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      MARKET_SOURCE: "simulated",
      ADMIN_PASSWORD: "a password",
      ...env,
    },
  });

it("makes no administrator whose password the disk has no room for, and no file without it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "seed-"));
  const file = join(folder, "admin-password");
  const env = { ADMIN_PASSWORD_FILE: file };
  const disk = `data:text/javascript,${encodeURIComponent(FULL_DISK)}`;
  await expect(runSeed(env, "--import", disk)).rejects.toMatchObject({
    stderr: expect.stringContaining("no space left on device"),
  });
  expect(readdirSync(folder)).toEqual([]);
  expect(await testDatabase().query("SELECT FROM app_user WHERE is_admin")).toEqual([]);
  await runSeed(env);
  expect(readFileSync(file, "utf8")).toBe("a password\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
}, 120_000);

it("brings nothing back that staff deleted", async () => {
  const countTexts = () => Promise.all([prisma.document.count(), prisma.customerService.count()]);
  expect(await countTexts()).toEqual([5, 3]);
  await prisma.document.deleteMany();
  await prisma.customerService.deleteMany();
  await runSeed({});
  expect(await countTexts()).toEqual([0, 0]);
}, 120_000);
