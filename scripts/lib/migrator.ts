import type { Client } from "pg";
import { quietClient } from "../../lib/platform/db/quiet-client";
import { MigrationError, reasonOf } from "./migrations/error";
import { type Migration, readFunctions, readMigrations, readSquash } from "./migrations/files";
import { applyFunctions, changesOf } from "./migrations/functions";
import {
  createBookkeeping,
  isAtBaseline,
  pendingOf,
  type Recorded,
  readRecorded,
  record,
} from "./migrations/record";
import { requireOneTransaction } from "./migrations/statements";
import { inTransaction, lock, PATIENCE_MS, runSql } from "./migrations/transaction";

/** What `migrate` calls the functions, all of which are one step. */
export const FUNCTIONS_STEP = "functions";

/** What was applied, by name. */
export interface Applied {
  migrations: string[];
  /** Functions that were made, changed or dropped. */
  functions: string[];
}

/**
 * A file and its record are one transaction: whoever is killed meanwhile leaves neither.
 * @throws MigrationError LOCKED, then nothing is recorded, or P3018, then the reason is
 */
async function apply(
  client: Client,
  migration: Migration,
  patienceMs: number,
  onApply: (name: string) => void,
): Promise<void> {
  const { name, sql } = migration;
  await inTransaction(
    client,
    `Migration ${name}`,
    { onTry: () => onApply(name), patienceMs },
    async () => {
      await runSql(client, sql);
      await record(client, migration, null);
    },
    async (error) => {
      const reason = reasonOf(error);
      await record(client, migration, reason);
      return new MigrationError("P3018", `Migration ${name} failed (P3018): ${reason}`);
    },
  );
}

/** The records to go on from: of a new database none, of one of the squashed migrations the baseline too. */
async function startingPoint(
  client: Client,
  prisma: string,
  migrations: Migration[],
): Promise<Recorded[]> {
  const recorded = await readRecorded(client);
  if (recorded === null) {
    await createBookkeeping(client);
    return [];
  }
  const squash = readSquash(prisma);
  if (!isAtBaseline(squash, recorded)) return recorded;
  const baseline = migrations.find(({ name }) => name === squash?.baseline);
  if (baseline) await record(client, baseline, null);
  return (await readRecorded(client)) ?? [];
}

/**
 * Brings the database at `url` up to date: applies what is missing of `prisma/migrations`, oldest first, each file and
 * its record in one transaction, in the table of `prisma migrate deploy`, so that either can continue the other; then
 * the files of `prisma/functions` that changed. Several processes may call it at once; one works, the rest wait.
 * @param prisma the folder that holds both
 * @param onApply called with the name of each migration before it runs, or FUNCTIONS_STEP, and before each new try
 * @param options.patienceMs how long a step is tried while others hold a table that it changes
 * @throws MigrationError, or the driver's error when the database can't be reached
 */
export async function migrate(
  url: string,
  prisma: string,
  onApply: (name: string) => void = () => undefined,
  { patienceMs = PATIENCE_MS } = {},
): Promise<Applied> {
  const migrations = readMigrations(prisma);
  const functions = readFunctions(prisma);
  const client = quietClient({ connectionString: url });
  await client.connect();
  try {
    await lock(client);
    const pending = pendingOf(migrations, await startingPoint(client, prisma, migrations));
    pending.forEach(requireOneTransaction);
    functions.forEach(requireOneTransaction);
    for (const migration of pending) await apply(client, migration, patienceMs, onApply);
    const onTry = () => onApply(FUNCTIONS_STEP);
    return {
      migrations: pending.map(({ name }) => name),
      functions: await applyFunctions(client, functions, { onTry, patienceMs }),
    };
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
 * @throws MigrationError PENDING with the number of migrations and functions that are missing
 */
export async function requireMigrated(url: string, prisma: string): Promise<void> {
  const migrations = readMigrations(prisma);
  const client = quietClient({ connectionString: url });
  await client.connect();
  try {
    const pending = pendingOf(migrations, (await readRecorded(client)) ?? []);
    const { changed, removed } = await changesOf(client, readFunctions(prisma));
    const functions = changed.length + removed.length;
    if (pending.length + functions > 0) {
      throw new MigrationError(
        "PENDING",
        `${pending.length} migrations and ${functions} functions are not applied and this database user may not apply them: set MIGRATION_DATABASE_URL.`,
      );
    }
  } finally {
    await client.end();
  }
}
