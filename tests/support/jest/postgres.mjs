import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../../../scripts/lib/postgres.mjs";
import { root } from "../../../scripts/lib/settings.mjs";
import { compilePrograms } from "./programs.mjs";
import { makeSite } from "./site.mjs";

const PASSWORD = "test";
const OWNER = "postgres";
const TEMPLATE = "app_template";

let running;

const urlOf = (port, database) => `postgresql://${OWNER}:${PASSWORD}@127.0.0.1:${port}/${database}`;

async function runOn(port, statement) {
  const client = new pg.Client({ connectionString: urlOf(port, "postgres") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Boots one throw-away PostgreSQL for a whole test run and migrates the template database that
 * each test file copies, by the first of the programs that tests start.
 * @param {{ withSite?: boolean }} options withSite: makes the data folder too that browser lanes copy
 * @returns what the environment of the tests has to hold to find them
 */
export async function startTestPostgres({ withSite = false } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "aurum-test-"));
  const start = () => startPostgres({ dataDir, password: PASSWORD, durable: false });
  let server = await start();
  running = { server, folders: [dataDir] };
  await runOn(server.port, `CREATE DATABASE ${TEMPLATE}`);
  const programs = await compilePrograms();
  execFileSync(process.execPath, [join(programs, "scripts/prepare.mjs")], {
    cwd: root,
    env: {
      ...process.env,
      MIGRATION_DATABASE_URL: urlOf(server.port, TEMPLATE),
      APP_DATABASE_PASSWORD: PASSWORD,
      FEED_DATABASE_PASSWORD: PASSWORD,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let site;
  if (withSite) {
    // The files of a server are whole once it has ended.
    await server.stop();
    site = await makeSite({ dataDir, password: PASSWORD, database: TEMPLATE, programs });
    server = await start();
    running = { server, folders: [dataDir, site] };
  }
  return {
    TEST_POSTGRES_PORT: String(server.port),
    TEST_POSTGRES_TEMPLATE: TEMPLATE,
    TEST_PROGRAMS: programs,
    ...(site ? { TEST_SITE: site } : {}),
  };
}

/**
 * Makes one more database of the migrated template.
 * @param {{ TEST_POSTGRES_PORT: string, TEST_POSTGRES_TEMPLATE: string }} address
 * @returns its URL, for the owner
 */
export async function copyOfTemplate({ TEST_POSTGRES_PORT, TEST_POSTGRES_TEMPLATE }, name) {
  await runOn(
    TEST_POSTGRES_PORT,
    `CREATE DATABASE ${name} TEMPLATE ${TEST_POSTGRES_TEMPLATE} STRATEGY file_copy`,
  );
  return urlOf(TEST_POSTGRES_PORT, name);
}

/** Stops what startTestPostgres started and removes its files. */
export async function stopTestPostgres() {
  if (!running) return;
  await running.server.stop();
  for (const folder of running.folders) rmSync(folder, { recursive: true, force: true });
}
