import { Client } from "pg";
import { installJobSchema } from "../../lib/platform/jobs/install";
import { migrate, requireMigrated } from "./migrator";

/** Runs one query on a connection of its own. */
async function queryOnce(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const result = await client.query<Record<string, unknown>>(sql);
    return result.rows;
  } finally {
    await client.end();
  }
}

async function mayMigrate(url: string): Promise<boolean> {
  const [row] = await queryOnce(
    url,
    "SELECT has_schema_privilege(current_user, current_schema(), 'CREATE') AS allowed",
  );
  return row?.allowed === true;
}

/**
 * Gives the application its login: a member of app_runtime and of nothing else.
 * @param password letters, digits, `-` and `_` only, since CREATE ROLE takes no parameters
 */
export async function ensureAppLogin(ownerUrl: string, password: string): Promise<void> {
  if (!/^[\w-]+$/.test(password)) throw new Error("The password of the login has other characters");
  await queryOnce(
    ownerUrl,
    `DO $$ BEGIN CREATE ROLE app LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
     ALTER ROLE app PASSWORD '${password}';
     GRANT app_runtime TO app`,
  );
}

/**
 * Everything that a database needs before the application may connect: migrations and the job
 * tables. A user without the right to create tables only checks that this was done.
 * @param url of the user that migrates
 * @param migrations folder of the SQL migrations
 * @throws MigrationError, or the driver's error when the database can't be reached
 */
export async function prepareDatabase(
  url: string,
  migrations: string,
  onApply?: (name: string) => void,
): Promise<void> {
  if (!(await mayMigrate(url))) return requireMigrated(url, migrations);
  await migrate(url, migrations, onApply);
  await queryOnce(url, "GRANT SELECT ON _prisma_migrations TO app_runtime");
  await installJobSchema(url);
}
