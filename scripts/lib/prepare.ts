import { Client } from "pg";
import { installJobSchema } from "../../lib/platform/jobs/install";
import { lock, migrate, requireMigrated } from "./migrator";

/** Any number but the migrator's own, which `migrate` takes in a session of its own. */
const PREPARE_LOCK = 72101;

async function mayMigrate(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    "SELECT has_schema_privilege(current_user, current_schema(), 'CREATE') AS allowed",
  );
  return rows[0]?.allowed === true;
}

/** Gives the application its login: a member of app_runtime and of nothing else. */
async function ensureAppLogin(client: Client, password: string): Promise<void> {
  // CREATE ROLE and ALTER ROLE take no parameters.
  if (!/^[\w-]+$/.test(password)) {
    throw new Error("APP_DATABASE_PASSWORD may hold letters, digits, - and _ only.");
  }
  await client.query(
    `DO $$ BEGIN CREATE ROLE app LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
     ALTER ROLE app PASSWORD '${password}';
     GRANT app_runtime TO app`,
  );
}

/**
 * Everything that a database needs before the application may connect: migrations, the job tables
 * and the application's login. Of several processes that call it at once, one works and the rest
 * wait. A user without the right to create tables only checks that the migrations are done.
 * @param url of the user that migrates
 * @param migrations folder of the SQL migrations
 * @param options.appPassword of the login `app`, letters, digits, `-` and `_` only; without it there
 *   is no such login
 * @throws MigrationError, or the driver's error when the database can't be reached
 */
export async function prepareDatabase(
  url: string,
  migrations: string,
  { appPassword, onApply }: { appPassword?: string; onApply?: (name: string) => void } = {},
): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    if (!(await mayMigrate(client))) return await requireMigrated(url, migrations);
    await lock(client, PREPARE_LOCK);
    await migrate(url, migrations, onApply);
    await client.query("GRANT SELECT ON _prisma_migrations TO app_runtime");
    await installJobSchema(url);
    if (appPassword) await ensureAppLogin(client, appPassword);
  } finally {
    await client.end();
  }
}
