import type { Client } from "pg";
import { nameOf, type Table } from "./format";

// Of the job queue only what makes work happen; its statistics and its version stay behind.
const JOB_TABLES = ["queue", "job", "job_dependency", "schedule", "subscription"];

/** Rows that the migrations themselves put there; a restore replaces them. */
export const FILLED_BY_MIGRATIONS = [
  "practice.ledger_account",
  "practice.option_exposure",
  "public.audit_head",
  "public.ledger_account",
  "public.log_queue",
  "public.option_exposure",
  "public.option_offer",
  "public.site_rule",
  "public.site_rule_history",
  "public.staff_role",
];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The table as SQL names it. */
export const sqlName = ({ schema, name }: Pick<Table, "schema" | "name">) =>
  `${quoted(schema)}.${quoted(name)}`;

/** Its columns as SQL lists them. */
export const sqlColumns = ({ columns }: Table) => columns.map(quoted).join(", ");

/** Settings under which values look the same wherever they are written and read. */
export const PORTABLE_SETTINGS = `
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL timezone = 'UTC';
  SET LOCAL datestyle = 'ISO, YMD';
  SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex';
  SET LOCAL extra_float_digits = 1;
  SET LOCAL row_security = off`;

/** Every table that holds data, by name; partitions count as part of theirs. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS name,
       array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND (n.nspname IN ('public', 'practice') AND c.relname <> '_prisma_migrations'
         OR n.nspname = 'pgboss' AND c.relname = ANY ($1))
     GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`,
    [JOB_TABLES],
  );
  return rows;
}

/** The monthly partitions, without the default ones, which the migrations make. */
export async function listPartitions(
  client: Client,
): Promise<{ parent: string; name: string; bound: string }[]> {
  const { rows } = await client.query<{ parent: string; name: string; bound: string }>(
    `SELECT p.relname AS parent, c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
     FROM pg_inherits i
     JOIN pg_class c ON c.oid = i.inhrelid
     JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relispartition AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
       AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
     ORDER BY c.relname`,
  );
  return rows;
}

/** Sequences that have given out numbers, with the last one; those of practice with their schema. */
export async function listSequences(
  client: Client,
): Promise<{ name: string; lastValue: string }[]> {
  const { rows } = await client.query<{ name: string; lastValue: string }>(
    `SELECT CASE schemaname WHEN 'public' THEN '' ELSE schemaname || '.' END || sequencename AS name, last_value::text AS "lastValue"
     FROM pg_sequences WHERE schemaname IN ('public', 'practice') AND last_value IS NOT NULL ORDER BY 1`,
  );
  return rows;
}

/** Whether the database was ever migrated. */
export async function isMigrated(client: Client): Promise<boolean> {
  const { rows } = await client.query("SELECT WHERE to_regclass('_prisma_migrations') IS NOT NULL");
  return rows.length > 0;
}

/** Migrations that are applied, oldest first. */
export async function listMigrations(
  client: Client,
): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** The version of the job queue's tables; 0 where it has none. */
export async function jobSchemaVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>("SELECT version FROM pgboss.version");
  return rows[0]?.version ?? 0;
}

/** The first table that holds rows of somebody's, or null in a database that was only migrated. */
export async function firstUsedTable(client: Client, tables: Table[]): Promise<string | null> {
  for (const table of tables) {
    if (FILLED_BY_MIGRATIONS.includes(nameOf(table))) continue;
    const { rowCount } = await client.query(`SELECT 1 FROM ${sqlName(table)} LIMIT 1`);
    if (rowCount) return nameOf(table);
  }
  return null;
}
