import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { MigrationError } from "./error";
import type { Migration, Squash } from "./files";

/** A row of Prisma's own table that was not rolled back. */
export interface Recorded {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  logs: string | null;
}

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

/** What was applied to the database, oldest first; null where nobody ever migrated it. */
export async function readRecorded(client: Client): Promise<Recorded[] | null> {
  const exists = await client.query(`SELECT to_regclass('_prisma_migrations') AS found`);
  if (exists.rows[0]?.found === null) return null;
  const { rows } = await client.query<Recorded>(
    `SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

/** Makes Prisma's table. @throws MigrationError P3005 where the database holds tables of somebody else */
export async function createBookkeeping(client: Client): Promise<void> {
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

/** Records a migration as applied, or as failed for that reason. */
export async function record(
  client: Client,
  migration: Pick<Migration, "name" | "checksum">,
  failure: string | null,
): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4::text, CASE WHEN $4::text IS NULL THEN clock_timestamp() END, ($4::text IS NULL)::int)`,
    [randomUUID(), migration.checksum, migration.name, failure],
  );
}

/** How to go on after a file that somebody has to look at. */
const advice = (name: string) =>
  `look at the database, then \`npm run db:migrate -- --rolled-back ${name}\` to run it again or \`--applied ${name}\` to keep it`;

/**
 * The migrations still to apply.
 * @throws MigrationError P3009 when a recorded one failed or was interrupted, MODIFIED when one was edited since
 */
export function pendingOf(migrations: Migration[], recorded: Recorded[]): Migration[] {
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

/**
 * Whether a database holds what a squashed baseline builds, made by the migrations that it replaced.
 * @throws MigrationError SQUASHED when it holds some of them only, or others beside them
 */
export function isAtBaseline(squash: Squash | null, recorded: Recorded[]): boolean {
  if (!squash) return false;
  const isOld = ({ migration_name }: Recorded) => migration_name in squash.migrations;
  if (!recorded.some(isOld)) return false;
  if (recorded.some(({ migration_name }) => migration_name === squash.baseline)) return false;
  const applied = recorded.filter(
    (row) => row.finished_at !== null && squash.migrations[row.migration_name] === row.checksum,
  );
  const total = Object.keys(squash.migrations).length;
  if (applied.length === total && recorded.length === total) return true;
  throw new MigrationError(
    "SQUASHED",
    `The database holds ${applied.length} of the ${total} migrations that ${squash.baseline} replaced, and ${recorded.length - applied.length} others: start the last commit of version 0.1.0 (${squash.commit}) on it first, then upgrade.`,
  );
}
