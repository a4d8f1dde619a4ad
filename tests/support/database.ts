import { randomBytes } from "node:crypto";
import { Client, type QueryResultRow } from "pg";

/** A copy of the migrated template, private to one test file. */
export interface TestDatabase {
  name: string;
  /** Connection string of the owner, who may do anything. */
  ownerUrl: string;
  /** Connection string of the login that the application uses. */
  appUrl: string;
  /** Connection string of the login that the feed uses. */
  feedUrl: string;
  /** Runs one statement as the owner. */
  query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Freezes app_now(), the clock of every money rule, at a moment; null gives real time back. */
  setClock(at: Date | null): Promise<void>;
  /** Moves a frozen clock on. */
  advanceClock(milliseconds: number): Promise<void>;
  /** Removes the database, throwing out whoever is still connected. */
  drop(): Promise<void>;
}

function urlOf(user: string, database: string): string {
  const port = process.env.TEST_POSTGRES_PORT;
  if (!port) throw new Error("Database tests belong to the integration project");
  return `postgresql://${user}:test@127.0.0.1:${port}/${database}`;
}

/** Connections of the owner that nobody uses right now, by URL: a new one takes as long as many statements. Global, since some tests load modules anew. */
type Spare = Map<string, Client[]>;
const shared = globalThis as { __owners?: Spare };

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // One that a test threw out of its database.
  client.on("error", () => leave(url, client));
  await client.connect();
  return client;
}

function leave(url: string, client: Client): void {
  const spare = shared.__owners?.get(url) ?? [];
  shared.__owners?.set(
    url,
    spare.filter((other) => other !== client),
  );
}

/** Ends the connections that are kept for the next statement to a database. */
async function endSpare(url: string): Promise<void> {
  const clients = shared.__owners?.get(url) ?? [];
  shared.__owners?.delete(url);
  await Promise.all(clients.map((client) => client.end()));
}

/**
 * What a statement set for its session is not for the next one. DISCARD ALL in parts, but for DISCARD PLANS: functions
 * would be planned anew at each call.
 */
const FORGET = `CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; DEALLOCATE ALL; UNLISTEN *;
  SELECT pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES`;

async function asOwner<Row extends QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  shared.__owners ??= new Map();
  const client = shared.__owners.get(url)?.pop() ?? (await connect(url));
  try {
    // Without values the simple protocol is used, which takes several statements.
    const result = await (values.length > 0
      ? client.query<Row>(sql, values)
      : client.query<Row>(sql));
    await client.query(FORGET);
    shared.__owners.set(url, [...(shared.__owners.get(url) ?? []), client]);
    // What it set for the database is, which only a new connection reads.
    if (sql.includes("ALTER DATABASE")) await endSpare(url);
    return result.rows;
  } catch (error) {
    await client.end();
    throw error;
  }
}

const REAL_CLOCK = `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
  AS $$ SELECT clock_timestamp() $$`;

function handle(name: string): TestDatabase {
  const ownerUrl = urlOf("postgres", name);
  /** Makes the clock tell what a sequence holds: unlike a function that is replaced, a call under way sees it move. */
  const freezeClock = (at: Date) =>
    asOwner(
      ownerUrl,
      `CREATE SCHEMA IF NOT EXISTS test_clock;
       GRANT USAGE ON SCHEMA test_clock TO PUBLIC;
       CREATE SEQUENCE IF NOT EXISTS test_clock.milliseconds MINVALUE 0;
       GRANT SELECT ON SEQUENCE test_clock.milliseconds TO PUBLIC;
       SELECT setval('test_clock.milliseconds', ${at.getTime()});
       CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
       AS $$ SELECT timestamptz 'epoch' + last_value * interval '1 millisecond' FROM test_clock.milliseconds $$`,
    );
  return {
    name,
    ownerUrl,
    appUrl: urlOf("app", name),
    feedUrl: urlOf("feed", name),
    query: (sql, values) => asOwner(ownerUrl, sql, values),
    async setClock(at) {
      if (at) await freezeClock(at);
      else await asOwner(ownerUrl, REAL_CLOCK);
    },
    async advanceClock(milliseconds) {
      const [row] = await asOwner<{ now: Date; frozen: boolean }>(
        ownerUrl,
        `SELECT app_now() AS now, position('test_clock' IN p.prosrc) > 0 AS frozen
         FROM pg_proc p WHERE p.proname = 'app_now'`,
      );
      if (!row) throw new Error("app_now() answered nothing");
      const at = row.now.getTime() + milliseconds;
      if (row.frozen) await asOwner(ownerUrl, `SELECT setval('test_clock.milliseconds', ${at})`);
      else await freezeClock(new Date(at));
    },
    async drop() {
      await endSpare(ownerUrl);
      await asOwner(
        urlOf("postgres", "postgres"),
        `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`,
      );
    },
  };
}

/** Of the databases of one worker; several runs of jest can share the server. */
const prefix = () => `test_${process.pid}_`;

/** Removes the databases that earlier test files of this worker left. */
export async function dropTestDatabases(): Promise<void> {
  const server = urlOf("postgres", "postgres");
  const rows = await asOwner<{ datname: string }>(
    server,
    "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
    [prefix()],
  );
  for (const { datname } of rows) await handle(datname).drop();
}

/** Makes one more copy of the template, or of `from`; with `empty` a database with nothing in it. */
export async function createTestDatabase({
  empty = false,
  from,
}: {
  empty?: boolean;
  from?: TestDatabase;
} = {}): Promise<TestDatabase> {
  const name = `${prefix()}${randomBytes(4).toString("hex")}`;
  const template = empty ? "template0" : (from?.name ?? process.env.TEST_POSTGRES_TEMPLATE);
  if (from) await endSpare(from.ownerUrl);
  // Several times as fast as through the log, for databases of this size.
  await asOwner(
    urlOf("postgres", "postgres"),
    `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY file_copy`,
  );
  return handle(name);
}

/**
 * The database that this test file got before its first import: DATABASE_URL and
 * MIGRATION_DATABASE_URL point at it, so the application's own modules use it too.
 */
export function testDatabase(): TestDatabase {
  const name = process.env.TEST_DATABASE_NAME;
  if (!name) throw new Error("Database tests belong to the integration project");
  return handle(name);
}

/** Whether somebody waits for what another transaction has locked; or so many at least. */
export async function waitsForLock(sessions = 1): Promise<boolean> {
  const waiting = await testDatabase().query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return waiting.length >= sessions;
}
