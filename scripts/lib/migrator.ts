import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";

/** Why the database could not be brought up to date. Codes as in Prisma's own error reference. */
export class MigrationError extends Error {
  constructor(
    readonly code: "P3005" | "P3009" | "P3018" | "MODIFIED" | "PENDING" | "LOCKED",
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
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
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
    `SELECT migration_name, checksum, finished_at FROM _prisma_migrations
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

/** The migrations still to apply; throws when the recorded ones failed or were edited since. */
function pendingOf(migrations: Migration[], recorded: Recorded[]): Migration[] {
  const failed = recorded.find((row) => row.finished_at === null);
  if (failed) {
    throw new MigrationError(
      "P3009",
      `Migration ${failed.migration_name} failed before (P3009): repair the database, then \`prisma migrate resolve --rolled-back ${failed.migration_name}\`.`,
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

async function apply(client: Client, migration: Migration): Promise<void> {
  const id = randomUUID();
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)`,
    [id, migration.checksum, migration.name],
  );
  try {
    // Without parameters `pg` sends one simple-protocol message, which the server runs as one
    // transaction and which, unlike splitting at semicolons, understands function bodies.
    await client.query(migration.sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await client.query("ROLLBACK");
    await client.query(`UPDATE _prisma_migrations SET logs = $2 WHERE id = $1`, [id, reason]);
    throw new MigrationError("P3018", `Migration ${migration.name} failed (P3018): ${reason}`);
  }
  // A migration may leave a role or a search path behind on the session.
  await client.query("RESET ALL");
  await client.query(
    `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1`,
    [id],
  );
}

async function lock(client: Client): Promise<void> {
  await client.query("SET lock_timeout = '60s'");
  try {
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK]);
  } catch {
    throw new MigrationError(
      "LOCKED",
      "Another process has been migrating this database for over a minute.",
    );
  }
  await client.query("RESET lock_timeout");
}

/**
 * Applies what is missing of `directory` to the database at `url`, oldest first, each file in its
 * own transaction, with the bookkeeping of `prisma migrate deploy`: either can continue the other.
 * Several processes may call it at once; one works, the rest wait.
 * @param onApply called with the name of each migration before it runs
 * @returns the names applied
 * @throws MigrationError, or the driver's error when the database can't be reached
 */
export async function migrate(
  url: string,
  directory: string,
  onApply: (name: string) => void = () => undefined,
): Promise<string[]> {
  const migrations = readMigrations(directory);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await lock(client);
    let recorded = await readRecorded(client);
    if (recorded === null) {
      await ensureBookkeeping(client);
      recorded = [];
    }
    const pending = pendingOf(migrations, recorded);
    for (const migration of pending) {
      onApply(migration.name);
      await apply(client, migration);
    }
    return pending.map(({ name }) => name);
  } finally {
    // Ending the session gives the advisory lock back.
    await client.end();
  }
}

/**
 * For an instance whose database user may not migrate: makes sure that somebody did.
 * @throws MigrationError PENDING with the number of migrations that are missing
 */
export async function requireMigrated(url: string, directory: string): Promise<void> {
  const migrations = readMigrations(directory);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
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
