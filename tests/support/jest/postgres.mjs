import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../../../scripts/lib/postgres.mjs";
import { root } from "../../../scripts/lib/settings.mjs";

const PASSWORD = "test";
const TEMPLATE = "app_template";

let running;

/**
 * Boots one throw-away PostgreSQL for a whole test run and migrates the template database that
 * each test file copies. Its address goes to the workers through the environment.
 */
export async function startTestPostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), "aurum-test-"));
  const server = await startPostgres({ dataDir, password: PASSWORD, durable: false });
  running = { server, dataDir };
  const admin = new pg.Client({ connectionString: server.url("postgres", PASSWORD, "postgres") });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  execFileSync(process.execPath, ["--import", "tsx", join(root, "scripts/prepare.ts")], {
    cwd: root,
    env: {
      ...process.env,
      MIGRATION_DATABASE_URL: server.url("postgres", PASSWORD, TEMPLATE),
      APP_DATABASE_PASSWORD: PASSWORD,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.env.TEST_POSTGRES_PORT = String(server.port);
  process.env.TEST_POSTGRES_TEMPLATE = TEMPLATE;
}

/** Stops what startTestPostgres started and removes its files. */
export async function stopTestPostgres() {
  if (!running) return;
  await running.server.stop();
  rmSync(running.dataDir, { recursive: true, force: true });
}
