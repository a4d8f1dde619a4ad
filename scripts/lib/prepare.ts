import type { Client } from "pg";
import { quietClient } from "../../lib/platform/db/quiet-client";
import { installJobSchema } from "../../lib/platform/jobs/install";
import { lock } from "./migrations/transaction";
import { migrate, requireMigrated } from "./migrator";

/** Any number but the migrator's own, which `migrate` takes in a session of its own. */
const PREPARE_LOCK = 72101;

async function mayMigrate(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    "SELECT has_schema_privilege(current_user, current_schema(), 'CREATE') AS allowed",
  );
  return rows[0]?.allowed === true;
}

/** Whether the application's login is there and has this password. @throws the driver's error for anything else */
async function canSignIn(url: string, password: string): Promise<boolean> {
  const login = new URL(url);
  login.username = "app";
  login.password = password;
  const client = quietClient({ connectionString: login.href });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (["28000", "28P01"].includes((error as { code?: string }).code ?? "")) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** Another database of the same server where a site was set up, if there is one. */
async function otherSite(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT d.datname FROM pg_shdepend s JOIN pg_database d ON d.oid = s.dbid
     WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = 'app_runtime'::regrole
       AND d.datname <> current_database()
     LIMIT 1`,
  );
  return rows[0]?.datname;
}

/**
 * Gives the application its login: a member of app_runtime and of nothing else. Roles belong to the whole server, so a
 * password that another site may use stays.
 */
async function ensureAppLogin(client: Client, url: string, password: string): Promise<void> {
  // CREATE ROLE and ALTER ROLE take no parameters.
  if (!/^[\w-]+$/.test(password)) {
    throw new Error("APP_DATABASE_PASSWORD may hold letters, digits, - and _ only.");
  }
  await client.query(
    `DO $$ BEGIN CREATE ROLE app LOGIN PASSWORD '${password}';
     EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
     GRANT app_runtime TO app`,
  );
  if (await canSignIn(url, password)) return;
  const other = await otherSite(client);
  if (other !== undefined) {
    throw new Error(
      `APP_DATABASE_PASSWORD: the login "app" of this server has another password, and the database "${other}" may use it.`,
    );
  }
  await client.query(`ALTER ROLE app PASSWORD '${password}'`);
}

/**
 * Everything that a database needs before the application may connect: migrations, functions, the job
 * tables and the application's login. Of several processes that call it at once, one works and the rest
 * wait. A user without the right to create tables only checks that migrations and functions are applied.
 * @param url of the user that migrates
 * @param prisma folder of the SQL migrations and functions
 * @param options.appPassword of the login `app`, letters, digits, `-` and `_` only; without it there
 *   is no such login
 * @throws MigrationError, or the driver's error when the database can't be reached
 */
export async function prepareDatabase(
  url: string,
  prisma: string,
  { appPassword, onApply }: { appPassword?: string; onApply?: (name: string) => void } = {},
): Promise<void> {
  const client = quietClient({ connectionString: url });
  await client.connect();
  try {
    if (!(await mayMigrate(client))) return await requireMigrated(url, prisma);
    await lock(client, PREPARE_LOCK);
    await migrate(url, prisma, onApply);
    await client.query(
      `GRANT SELECT ON _prisma_migrations TO app_runtime;
       GRANT USAGE ON SCHEMA migrator TO app_runtime;
       GRANT SELECT ON migrator.applied_function TO app_runtime`,
    );
    await installJobSchema(url);
    // With its connection the lock would have been lost, and another start been let in.
    await client.query("SELECT 1");
    if (appPassword) await ensureAppLogin(client, url, appPassword);
  } finally {
    await client.end();
  }
}
