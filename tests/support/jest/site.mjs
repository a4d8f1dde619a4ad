import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { runEmbedded } from "../../../scripts/lib/database.mjs";
import { root } from "../../../scripts/lib/settings.mjs";

const execute = promisify(execFile);

// The data folder that the browser lanes of a whole run begin with. What a first start does is proved by
// tests/processes/start.test.ts, from an empty folder.

/** As playwright.config.ts starts the sites. */
const SITE = {
  NODE_ENV: "production",
  NEXTAUTH_SECRET: "only-to-fill-the-site-that-browser-tests-copy",
  NEXTAUTH_URL: "http://localhost",
  MARKET_SOURCE: "simulated",
  ADMIN_PASSWORD: "admin-for-tests",
  BCRYPT_COST: "4",
};

/** Lets a database take the place of the one that a site uses. */
async function becomeSite(ownerUrl, database) {
  const client = new pg.Client({ connectionString: ownerUrl.replace(/[^/]*$/, "template1") });
  await client.connect();
  try {
    await client.query("DROP DATABASE postgres");
    await client.query(`ALTER DATABASE ${database} RENAME TO postgres`);
  } finally {
    await client.end();
  }
}

/**
 * Makes the data folder of a site that has been started once, from a server that has ended.
 * @param {{ dataDir: string, password: string, database: string, programs: string }} server
 *   password: of all its logins; database: the one that is migrated; programs: folder of those that were compiled
 * @returns the folder, without the keys that each site makes for itself
 */
export async function makeSite({ dataDir, password, database, programs }) {
  const folder = mkdtempSync(join(tmpdir(), "aurum-site-"));
  await execute("cp", ["-a", join(dataDir, "postgres"), folder]);
  const secrets = { databasePassword: password, appDatabasePassword: password };
  writeFileSync(join(folder, "database-secrets.json"), JSON.stringify(secrets), { mode: 0o600 });
  const { address, env, close } = await runEmbedded(folder);
  try {
    await becomeSite(address.ownerUrl, database);
    for (const step of ["prepare", "seed"]) {
      await execute(process.execPath, [join(programs, "scripts", `${step}.mjs`)], {
        cwd: root,
        env: { ...process.env, ...SITE, ...env },
      });
    }
  } finally {
    await close();
  }
  // Each copy gets a port and keys of its own.
  for (const file of ["database.json", "secrets.json", "postgres.log"]) {
    rmSync(join(folder, file), { force: true });
  }
  return folder;
}
