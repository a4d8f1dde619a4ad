import { type Client, DatabaseError } from "pg";
import { MigrationError, reasonOf } from "./error";
import type { SqlFunction } from "./files";
import { inTransaction, type Patience, runSql } from "./transaction";

// A schema of its own: what is in `public` is the application's, and described by prisma/schema.
const BOOKKEEPING = `CREATE SCHEMA IF NOT EXISTS migrator;
  CREATE TABLE IF NOT EXISTS migrator.applied_function (
    name text PRIMARY KEY,
    hash text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/** A function can't be replaced by one with another result, other names of its arguments or fewer defaults. */
const CHANGED_SIGNATURE = "42P13";

/** What is different between the files and the database. */
export interface FunctionChanges {
  changed: SqlFunction[];
  /** Names whose file is gone. */
  removed: string[];
}

/** Compares the files with what was applied, by their hashes. */
export async function changesOf(
  client: Client,
  functions: SqlFunction[],
): Promise<FunctionChanges> {
  const exists = await client.query("SELECT to_regclass('migrator.applied_function') AS found");
  const rows =
    exists.rows[0]?.found === null
      ? []
      : (
          await client.query<{ name: string; hash: string }>(
            "SELECT name, hash FROM migrator.applied_function",
          )
        ).rows;
  const hashes = new Map(rows.map(({ name, hash }) => [name, hash]));
  const names = new Set(functions.map(({ name }) => name));
  return {
    changed: functions.filter(({ name, hash }) => hashes.get(name) !== hash),
    removed: [...hashes.keys()].filter((name) => !names.has(name)),
  };
}

/** A function or a trigger of one name; `version` changes whenever it is made again. */
interface Thing {
  drop: string;
  version: string;
}

// Triggers of single partitions are made together with the partition, by a function.
const THINGS = `
  SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS drop, t.ctid::text AS version
  FROM pg_trigger t JOIN pg_proc p ON p.oid = tgfoid JOIN pg_class c ON c.oid = tgrelid
  WHERE proname = $1 AND pronamespace = coalesce($2, current_schema())::regnamespace
    AND NOT tgisinternal AND tgparentid = 0 AND NOT relispartition
  UNION ALL
  SELECT format('DROP FUNCTION %s', p.oid::regprocedure), p.ctid::text
  FROM pg_proc p
  WHERE proname = $1 AND pronamespace = coalesce($2, current_schema())::regnamespace`;

async function thingsOf(client: Client, name: string): Promise<Thing[]> {
  const [plain, schema = null] = name.split(".").reverse();
  const { rows } = await client.query<Thing>(THINGS, [plain, schema]);
  return rows;
}

/** Runs a file; where its function can't be replaced, drops the old one first. */
async function runFile(client: Client, { name, sql }: SqlFunction): Promise<void> {
  await client.query("SAVEPOINT file");
  try {
    await runSql(client, sql);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== CHANGED_SIGNATURE) throw error;
    await client.query("ROLLBACK TO SAVEPOINT file");
    for (const { drop } of await thingsOf(client, name)) await runSql(client, drop);
    await runSql(client, sql);
  }
  await client.query("RELEASE SAVEPOINT file");
}

/** Runs a file. @returns statements that drop what the file used to make and makes no longer */
async function applyFile(client: Client, fn: SqlFunction): Promise<string[]> {
  const before = new Map(
    (await thingsOf(client, fn.name)).map(({ drop, version }) => [drop, version]),
  );
  await runFile(client, fn);
  const after = await thingsOf(client, fn.name);
  if (!after.some(({ drop }) => drop.startsWith("DROP FUNCTION"))) {
    throw new Error(`the file makes no function ${fn.name}`);
  }
  await client.query(
    `INSERT INTO migrator.applied_function (name, hash) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, applied_at = now()`,
    [fn.name, fn.hash],
  );
  return after.filter(({ drop, version }) => before.get(drop) === version).map(({ drop }) => drop);
}

async function applyAll(
  client: Client,
  { changed, removed }: FunctionChanges,
  onFile: (name: string) => void,
): Promise<void> {
  await client.query(BOOKKEEPING);
  const outdated: string[] = [];
  for (const fn of changed) {
    onFile(fn.name);
    outdated.push(...(await applyFile(client, fn)));
  }
  for (const name of removed) {
    onFile(name);
    outdated.push(...(await thingsOf(client, name)).map(({ drop }) => drop));
    await client.query("DELETE FROM migrator.applied_function WHERE name = $1", [name]);
  }
  // Last, when nothing of the new state needs them any more.
  for (const drop of outdated) await runSql(client, drop);
}

/**
 * Makes the functions of the database those of the files: runs each file that changed since it was applied, those first
 * that others call, and drops what no file makes any more. All in one transaction.
 * @returns the names of the files that were run and of the functions that went
 * @throws MigrationError FUNCTION with the file that failed, LOCKED; nothing is changed then
 */
export async function applyFunctions(
  client: Client,
  functions: SqlFunction[],
  patience: Patience,
): Promise<string[]> {
  const changes = await changesOf(client, functions);
  const names = [...changes.changed.map(({ name }) => name), ...changes.removed];
  if (names.length === 0) return [];
  let current = "";
  await inTransaction(
    client,
    "A function",
    patience,
    () =>
      applyAll(client, changes, (name) => {
        current = name;
      }),
    async (error) =>
      new MigrationError("FUNCTION", `Function ${current} can't be applied: ${reasonOf(error)}.`),
  );
  return names;
}
