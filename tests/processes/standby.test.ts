import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { newDataDir } from "@/tests/support/processes/app-process";
import { Command } from "@/tests/support/processes/commands";

const RUN = `const { openDatabase } = await import("./scripts/lib/database.mjs");
const { runMain } = await import("./scripts/lib/report.mjs");
runMain(async () => {
  const database = await openDatabase({ dataDir: process.env.DATA_DIR });
  console.log("It runs.");
  await new Promise((end) => process.once("SIGTERM", end));
  await database.close();
});`;

const [first, second] = [newDataDir(), newDataDir()];
const commands: Command[] = [];

function command(args: string[], dataDir = first): Command {
  const started = new Command(args, { DATA_DIR: dataDir });
  commands.push(started);
  return started;
}
/** The embedded database as the site runs it. */
const database = (dataDir: string) => command(["--input-type=module", "--eval", RUN], dataDir);

async function ask(dataDir: string, sql: string): Promise<unknown[]> {
  const { ownerUrl } = JSON.parse(readFileSync(join(dataDir, "database.json"), "utf8"));
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

afterAll(async () => {
  await Promise.all(commands.map((one) => one.stop()));
  for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
}, 60_000);

it("a standby is made, follows through restarts and takes over, and the old primary can't come back as one", async () => {
  const old = database(first);
  await old.says(/It runs/);
  const standby = command(["scripts/standby.mjs", second]);
  await standby.says(/follows that of .* both have it/);
  const keyIn = (folder: string) => readFileSync(join(folder, "log-key.json"), "utf8");
  expect(keyIn(second)).toBe(keyIn(first));
  await ask(first, "CREATE TABLE kept AS SELECT 1 AS n");
  expect(await ask(second, "SELECT n FROM kept")).toEqual([{ n: 1 }]);

  // Not while there is a primary.
  const tooSoon = command(["scripts/promote.mjs", second]);
  expect(await tooSoon.exited).toBe(1);
  expect(tooSoon.output).toMatch(/still runs \(process \d+\): end it first/);

  // A standby that was away gets what it missed before anything is acknowledged.
  await standby.stop();
  expect(standby.output).toMatch(/commits nothing until it follows again/);
  const waiting = ask(first, "INSERT INTO kept VALUES (2)");
  const again = command(["scripts/standby.mjs", second]);
  await waiting;
  expect(await ask(second, "SELECT n FROM kept")).toEqual([{ n: 1 }, { n: 2 }]);

  await old.stop("SIGKILL");
  await again.says(/has gone\. If it stays away/);
  const promoted = command(["scripts/promote.mjs", second]);
  expect([await promoted.exited, promoted.output]).toEqual([
    0,
    expect.stringMatching(/is the primary now/),
  ]);
  await again.says(/is the primary now/);
  await ask(second, "INSERT INTO kept VALUES (3)");

  const comesBack = database(first);
  expect([await comesBack.exited, comesBack.output]).toEqual([
    1,
    expect.stringMatching(/has taken its place\. Make it a standby/),
  ]);
  await command(["scripts/standby.mjs", first], second).says(/both have it/);
  expect(await ask(first, "SELECT n FROM kept")).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  const asSite = database(first);
  expect([await asSite.exited, asSite.output]).toEqual([1, expect.stringMatching(/is a standby/)]);
}, 120_000);
