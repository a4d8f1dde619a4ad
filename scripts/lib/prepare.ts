import type { Client } from "pg";
import { withLogin } from "../../lib/platform/db/hosts";
import { quietClient } from "../../lib/platform/db/quiet-client";
import { asLoginSettings, sessionSettings } from "../../lib/platform/db/session-settings";
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

/** A login of the site, with the one role that it is a member of and the variable that sets its password. */
type Login = { name: "app" | "feed"; role: "app_runtime" | "feed_runtime"; variable: string };
const APP: Login = { name: "app", role: "app_runtime", variable: "APP_DATABASE_PASSWORD" };
const FEED: Login = { name: "feed", role: "feed_runtime", variable: "FEED_DATABASE_PASSWORD" };

/** Whether the login is there and has this password. @throws the driver's error for anything else */
async function canSignIn(url: string, { name }: Login, password: string): Promise<boolean> {
  const client = quietClient({ connectionString: withLogin(url, name, password) });
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

/** Another database of the same server where a login's role has rights, if there is one. */
async function otherSite(client: Client, { role }: Login): Promise<string | undefined> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT d.datname FROM pg_shdepend s JOIN pg_database d ON d.oid = s.dbid
     WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = $1::regrole
       AND d.datname <> current_database()
     LIMIT 1`,
    [role],
  );
  return rows[0]?.datname;
}

/**
 * Makes a login: a member of its role and of nothing else. Roles belong to the whole server, so a password that
 * another site may use stays.
 */
async function ensureLogin(
  client: Client,
  url: string,
  login: Login,
  password: string,
): Promise<void> {
  const { name, role, variable } = login;
  // CREATE ROLE and ALTER ROLE take no parameters.
  if (!/^[\w-]+$/.test(password)) {
    throw new Error(`${variable} may hold letters, digits, - and _ only.`);
  }
  await client.query(
    `DO $$ BEGIN CREATE ROLE ${name} LOGIN PASSWORD '${password}';
     EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
     GRANT ${role} TO ${name}`,
  );
  if (await canSignIn(url, login, password)) return;
  const other = await otherSite(client, login);
  if (other !== undefined) {
    throw new Error(
      `${variable}: the login "${name}" of this server has another password, and the database "${other}" may use it.`,
    );
  }
  await client.query(`ALTER ROLE ${name} PASSWORD '${password}'`);
}

/** Lets the application's connections come as it needs them, for those of a pooler, which can ask for nothing. */
async function setSession(client: Client, { name, role }: Login): Promise<void> {
  const { rows } = await client.query<{ database: string }>(
    "SELECT quote_ident(current_database()) AS database",
  );
  for (const { database } of rows) {
    await client.query(asLoginSettings(name, database, sessionSettings(role)));
  }
}

/**
 * Everything that a database needs before the application may connect: migrations, functions, the job
 * tables and the logins of application and feed. Of several processes that call it at once, one works and
 * the rest wait. A user without the right to create tables only checks that migrations and functions are applied.
 * @param url of the user that migrates
 * @param prisma folder of the SQL migrations and functions
 * @param options.appPassword of the login `app`, letters, digits, `-` and `_` only; without it there
 *   is no such login
 * @param options.feedPassword of the login `feed`, likewise
 * @param options.minSources exchanges that a price must rest on; kept as it is without
 * @throws MigrationError, or the driver's error when the database can't be reached
 */
export async function prepareDatabase(
  url: string,
  prisma: string,
  {
    appPassword,
    feedPassword,
    minSources,
    onApply,
  }: {
    appPassword?: string;
    feedPassword?: string;
    minSources?: number;
    onApply?: (name: string) => void;
  } = {},
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
    if (minSources) {
      await client.query("UPDATE site_rule SET min_sources = $1 WHERE min_sources <> $1", [
        minSources,
      ]);
    }
    if (appPassword) {
      await ensureLogin(client, url, APP, appPassword);
      await setSession(client, APP);
    }
    if (feedPassword) await ensureLogin(client, url, FEED, feedPassword);
  } finally {
    await client.end();
  }
}
