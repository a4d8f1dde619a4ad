import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { checkFeedLogin } from "@/lib/market/feed/login";
import { prisma } from "@/lib/platform/db";
import { prepareDatabase } from "@/scripts/lib/prepare";
import { createTestDatabase, testDatabase } from "@/tests/support/database";
import { OWN_PASSWORD, startOwnPostgres } from "@/tests/support/jest/own-postgres";
import { program } from "@/tests/support/program";
import { sizedRuns } from "@/tests/support/size";

const PRISMA = join(process.cwd(), "prisma");
const INSTANCES = 4;
const ROUNDS = sizedRuns(18);

it("lets instances start together, the first time and every other", async () => {
  const database = await createTestDatabase({ empty: true });
  const applied: string[] = [];
  const start = () =>
    prepareDatabase(database.ownerUrl, PRISMA, {
      appPassword: "test",
      onApply: (name) => applied.push(name),
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: INSTANCES }, start));
  }
  expect(new Set(applied).size).toBe(applied.length);
  await database.drop();
}, 120_000);

/** Messages of a client until it is connected: who it is, and two of its password. */
const SIGNING_IN = 3;

/** A way to the database of `url` that ends, for good, when its connection of that number is first asked something. */
async function hangingUp(url: string, connection: number) {
  const target = new URL(url);
  const sockets: Socket[] = [];
  let connections = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    sockets.push(client, database);
    connections += 1;
    const number = connections;
    let messages = 0;
    client.on("data", (chunk) => {
      messages += 1;
      const isOver = number > connection || (number === connection && messages > SIGNING_IN);
      if (!isOver) database.write(chunk);
      else for (const socket of sockets) socket.destroy();
    });
    database.on("data", (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on("error", () => undefined).on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const way = new URL(url);
  way.port = String((server.address() as AddressInfo).port);
  return { url: way.href, close: () => server.close() };
}

it.each([
  [1, "the one that holds the lock"],
  [2, "the one that migrates"],
  [3, "the one that makes the schema of the job tables"],
  [4, "the one of the job tables"],
])("fails where the database goes away under connection %i, %s", async (connection) => {
  const way = await hangingUp(testDatabase().ownerUrl, connection);
  await expect(prepareDatabase(way.url, PRISMA).finally(way.close)).rejects.toThrow(
    /^(Connection terminated unexpectedly|read ECONNRESET)$/,
  );
});

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
  promisify(execFile)(process.execPath, [...options, program("scripts/seed.ts")], {
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
  expect(await countTexts()).toEqual([15, 4]);
  await prisma.document.deleteMany();
  await prisma.customerService.deleteMany();
  await runSeed({});
  expect(await countTexts()).toEqual([0, 0]);
}, 120_000);

it("gives the application's login a new password, unless another site on the server may use it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "aurum-login-"));
  const server = startOwnPostgres(dataDir);
  const { port } = await server.ready;
  const urlOf = (user: string, password: string, database: string) =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const run = async (url: string, query: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(query);
    } finally {
      await client.end();
    }
  };
  const superuser = (database: string) => urlOf("postgres", OWN_PASSWORD, database);
  await run(superuser("postgres"), "CREATE DATABASE production");
  await run(superuser("postgres"), "CREATE DATABASE staging");
  const prepare = (database: string, appPassword: string) =>
    prepareDatabase(superuser(database), PRISMA, { appPassword });
  const signIn = (password: string, database: string) =>
    run(urlOf("app", password, database), "SELECT count(*) FROM app_user");

  await prepare("production", "first");
  await signIn("first", "production");
  await prepareDatabase(superuser("production"), PRISMA, { feedPassword: "feeding" });
  const feed = urlOf("feed", "feeding", "production");
  const databaseOptions = "-c role=feed_runtime";
  await checkFeedLogin({ databaseUrl: feed, databaseOptions });
  for (const databaseUrl of [urlOf("app", "first", "production"), feed.replace("feeding", "x")]) {
    await expect(checkFeedLogin({ databaseUrl, databaseOptions })).rejects.toThrow(
      /^FEED_DATABASE_URL: prices can't be recorded/,
    );
  }
  await prepare("production", "second");
  await signIn("second", "production");
  await expect(signIn("first", "production")).rejects.toMatchObject({ code: "28P01" });

  await expect(prepare("staging", "third")).rejects.toThrow(
    'APP_DATABASE_PASSWORD: the login "app" of this server has another password, and the database "production" may use it.',
  );
  await signIn("second", "production");
  await prepare("staging", "second");
  await signIn("second", "staging");
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);
