import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, DatabaseError } from "pg";
import { quietClient } from "../../lib/platform/db/quiet-client";

/** Why the database could not be brought up to date. Codes as in Prisma's own error reference. */
export class MigrationError extends Error {
  constructor(
    readonly code: "P3005" | "P3009" | "P3018" | "MODIFIED" | "PENDING" | "LOCKED" | "TRANSACTION",
    message: string,
  ) {
    super(message);
  }
}

/** One folder of prisma/migrations. */
export interface Migration {
  name: string;
  sql: string;
  /** sha256 of the file's bytes, as Prisma records it. */
  checksum: string;
}

interface Recorded {
  id: string;
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  logs: string | null;
}

// The key that `prisma migrate` takes: the two may run against the same database at once.
const PRISMA_LOCK = 72707369;

const BOOKKEEPING = `CREATE TABLE "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/** Reads the migrations below `directory`, oldest first. */
export function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => existsSync(join(directory, name, "migration.sql")))
    .sort();
  return names.map((name) => {
    const bytes = readFileSync(join(directory, name, "migration.sql"));
    const checksum = createHash("sha256").update(bytes).digest("hex");
    return { name, sql: bytes.toString("utf8"), checksum };
  });
}

async function readRecorded(client: Client): Promise<Recorded[] | null> {
  const exists = await client.query(`SELECT to_regclass('_prisma_migrations') AS found`);
  if (exists.rows[0]?.found === null) return null;
  const { rows } = await client.query<Recorded>(
    `SELECT id, migration_name, checksum, finished_at, logs FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

async function ensureBookkeeping(client: Client): Promise<void> {
  const tables = await client.query(
    `SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace
     AND relkind IN ('r', 'p', 'v', 'm', 'S') LIMIT 1`,
  );
  if (tables.rowCount !== 0) {
    throw new MigrationError(
      "P3005",
      "The database is not empty and was not made by these migrations (P3005): use an empty one, or baseline it with `prisma migrate resolve`.",
    );
  }
  await client.query(BOOKKEEPING);
}

/** How to go on after a file that somebody has to look at. */
const advice = (name: string) =>
  `look at the database, then \`npm run db:migrate -- --rolled-back ${name}\` to run it again or \`--applied ${name}\` to keep it`;

/** The migrations still to apply; throws when the recorded ones failed or were edited since. */
function pendingOf(migrations: Migration[], recorded: Recorded[]): Migration[] {
  const failed = recorded.find((row) => row.finished_at === null);
  if (failed) {
    const reason = failed.logs ?? "it was interrupted";
    throw new MigrationError(
      "P3009",
      `Migration ${failed.migration_name} failed before (P3009): ${reason.split("\n")[0]}; ${advice(failed.migration_name)}.`,
    );
  }
  const checksums = new Map(recorded.map((row) => [row.migration_name, row.checksum]));
  for (const { name, checksum } of migrations) {
    if (checksums.has(name) && checksums.get(name) !== checksum) {
      throw new MigrationError(
        "MODIFIED",
        `Migration ${name} was edited after it was applied: restore the file and add a new migration instead.`,
      );
    }
  }
  return migrations.filter(({ name }) => !checksums.has(name));
}

// What can hold a semicolon or a word that is no statement.
const QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1/g;
const OWN_TRANSACTION = /^(BEGIN|START\s+TRANSACTION|COMMIT|ROLLBACK|VACUUM)\b|\bCONCURRENTLY\b/i;

// What comes out the same, however often it runs.
const DEFINITION = /^(CREATE|DROP|GRANT|REVOKE|COMMENT|ALTER(?![\s\S]*\bUSING\b))\b/i;

/** The statements of a file, bare of comments, texts and function bodies. */
function statementsOf({ sql }: Migration): string[] {
  const statements = sql.replace(QUOTED, " ").split(";");
  return statements.map((text) => text.trim()).filter((text) => text !== "");
}

function requireOneTransaction(migration: Migration): void {
  for (const statement of statementsOf(migration)) {
    const found = OWN_TRANSACTION.exec(statement)?.[0];
    if (!found) continue;
    throw new MigrationError(
      "TRANSACTION",
      `Migration ${migration.name} says ${found.toUpperCase()}: each file runs in one transaction, so it can't.`,
    );
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function record(client: Client, migration: Migration, failure: string | null) {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4::text, CASE WHEN $4::text IS NULL THEN clock_timestamp() END, ($4::text IS NULL)::int)`,
    [randomUUID(), migration.checksum, migration.name, failure],
  );
}

/** Runs `work` in a transaction; on an error it is rolled back, then `onFailure` names what to throw. */
async function inTransaction(
  client: Client,
  work: () => Promise<void>,
  onFailure: (error: unknown) => Promise<Error>,
): Promise<void> {
  await client.query("BEGIN");
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    // A connection that is gone can't roll back; the server has done so.
    await client.query("ROLLBACK").catch(() => {
      throw error;
    });
    throw await onFailure(error);
  }
}

// A statement that waits for a table makes all who come after it wait too, prices and settlement among them; so it
// waits shorter than a price may be missing, and lets the others through before it tries again.
const TABLE_WAIT = "2s";
const TRY_AGAIN_MS = 2_000;
const PATIENCE_MS = 10 * 60_000;
/** Waited too long, or in a circle with others: deadlocks are looked for before the wait is over. */
const LOCKED_OUT: ReadonlySet<string> = new Set(["55P03", "40P01"]);

const isLockedOut = (error: unknown) =>
  error instanceof DatabaseError && LOCKED_OUT.has(error.code ?? "");

const lockedOut = ({ name }: Migration) =>
  new MigrationError(
    "LOCKED",
    `Migration ${name} needs a table that another transaction (a backup?) does not let go of: end it or wait, then start again.`,
  );

async function runFile(client: Client, { sql }: Migration): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = '${TABLE_WAIT}'`);
  // Without parameters `pg` sends one simple-protocol message, which unlike splitting at
  // semicolons understands function bodies.
  await client.query(sql);
  // A migration may leave a role or a search path behind on the session.
  await client.query("RESET ALL; RESET ROLE");
}

/**
 * A file and its record are one transaction: whoever is killed meanwhile leaves neither.
 * @param patienceMs how long to try while others hold a table that it changes
 * @throws MigrationError LOCKED when they still do; nothing is recorded then
 */
async function apply(
  client: Client,
  migration: Migration,
  patienceMs: number,
  onTry: (name: string) => void,
): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    onTry(migration.name);
    try {
      await tryToApply(client, migration);
      return;
    } catch (error) {
      if (!isLockedOut(error)) throw error;
      if (performance.now() > deadlineMs) throw lockedOut(migration);
      await sleep(TRY_AGAIN_MS);
    }
  }
}

async function tryToApply(client: Client, migration: Migration): Promise<void> {
  await inTransaction(
    client,
    async () => {
      await runFile(client, migration);
      await record(client, migration, null);
    },
    async (error) => {
      if (isLockedOut(error)) return error as DatabaseError;
      const reason = reasonOf(error);
      await record(client, migration, reason);
      return new MigrationError("P3018", `Migration ${migration.name} failed (P3018): ${reason}`);
    },
  );
}

/**
 * Goes on where Prisma, or an older version of this, was killed: it left a record without an end
 * and without a reason, and the file, a transaction of its own, ran whole or not at all. A file
 * that runs now and then can't run a second time has not run before; one of definitions may.
 * @throws MigrationError P3009 when that can't be told, LOCKED while others hold a table that it changes; nothing is
 *   changed then
 */
async function resume(client: Client, migration: Migration, id: string): Promise<void> {
  await inTransaction(
    client,
    async () => {
      await runFile(client, migration);
      await client.query("SAVEPOINT once");
      const runsTwice = await client.query(migration.sql).then(
        () => true,
        () => false,
      );
      if (runsTwice && !statementsOf(migration).every((text) => DEFINITION.test(text))) {
        throw new Error("whether it took effect can't be told");
      }
      await client.query("ROLLBACK TO SAVEPOINT once");
      await client.query("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = $1", [
        id,
      ]);
      await record(client, migration, null);
    },
    async (error) =>
      isLockedOut(error)
        ? lockedOut(migration)
        : new MigrationError(
            "P3009",
            `Migration ${migration.name} was interrupted (P3009): ${reasonOf(error)}; ${advice(migration.name)}.`,
          ),
  );
}

/**
 * Takes the lock of that number for the session of `client`, waiting as long as its holder may try a file.
 * @throws MigrationError LOCKED when somebody else holds it longer, the driver's error when the connection is lost
 */
export async function lock(client: Client, key = PRISMA_LOCK): Promise<void> {
  await client.query(`SET lock_timeout = ${PATIENCE_MS + 60_000}`);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [key]);
  } catch (error) {
    if (!isLockedOut(error)) throw error;
    throw new MigrationError(
      "LOCKED",
      "Another process has been migrating this database for over ten minutes.",
    );
  }
  await client.query("RESET lock_timeout");
}

/**
 * Applies what is missing of `directory` to the database at `url`, oldest first, each file and its
 * record in one transaction, in the table of `prisma migrate deploy`: either can continue the other.
 * Several processes may call it at once; one works, the rest wait.
 * @param onApply called with the name of each migration before it runs, and before each new try
 * @param options.patienceMs how long a file is tried while others hold a table that it changes
 * @returns the names applied
 * @throws MigrationError, or the driver's error when the database can't be reached
 */
export async function migrate(
  url: string,
  directory: string,
  onApply: (name: string) => void = () => undefined,
  { patienceMs = PATIENCE_MS } = {},
): Promise<string[]> {
  const migrations = readMigrations(directory);
  const client = quietClient({ connectionString: url });
  await client.connect();
  try {
    await lock(client);
    let recorded = await readRecorded(client);
    if (recorded === null) {
      await ensureBookkeeping(client);
      recorded = [];
    }
    const applied: string[] = [];
    const interrupted = recorded.find((row) => row.finished_at === null && row.logs === null);
    const left = migrations.find(({ name }) => name === interrupted?.migration_name);
    if (interrupted && left) {
      requireOneTransaction(left);
      onApply(left.name);
      await resume(client, left, interrupted.id);
      applied.push(left.name);
      recorded = (await readRecorded(client)) ?? [];
    }
    const pending = pendingOf(migrations, recorded);
    pending.forEach(requireOneTransaction);
    for (const migration of pending) {
      await apply(client, migration, patienceMs, onApply);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    // Ending the session gives the advisory lock back.
    await client.end();
  }
}

/**
 * Says what became of a migration that failed or was interrupted, as `prisma migrate resolve` does.
 * @param outcome applied: it took effect; rolled-back: it did not, and the next `migrate` runs it
 * @throws MigrationError P3009 when no such migration is open
 */
export async function resolveMigration(
  url: string,
  name: string,
  outcome: "applied" | "rolled-back",
): Promise<void> {
  const client = quietClient({ connectionString: url });
  await client.connect();
  try {
    await lock(client);
    const change =
      outcome === "applied"
        ? "finished_at = now(), applied_steps_count = 1"
        : "rolled_back_at = now()";
    const { rowCount } = await client.query(
      `UPDATE _prisma_migrations SET ${change}
       WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
      [name],
    );
    if (rowCount === 0) {
      throw new MigrationError("P3009", `There is no failed or interrupted migration ${name}.`);
    }
  } finally {
    await client.end();
  }
}

/**
 * For an instance whose database user may not migrate: makes sure that somebody did.
 * @throws MigrationError PENDING with the number of migrations that are missing
 */
export async function requireMigrated(url: string, directory: string): Promise<void> {
  const migrations = readMigrations(directory);
  const client = quietClient({ connectionString: url });
  await client.connect();
  try {
    const pending = pendingOf(migrations, (await readRecorded(client)) ?? []);
    if (pending.length > 0) {
      throw new MigrationError(
        "PENDING",
        `${pending.length} migrations are not applied and this database user may not apply them: set MIGRATION_DATABASE_URL.`,
      );
    }
  } finally {
    await client.end();
  }
}
