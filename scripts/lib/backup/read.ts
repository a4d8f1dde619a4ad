import { pipeline } from "node:stream/promises";
import { type Client, DatabaseError } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { z } from "zod";
import { env } from "@/lib/platform/env";
import type { Storage } from "@/lib/platform/files/storage";
import { publishedSize } from "@/lib/transparency/tree";
import {
  FILLED_BY_MIGRATIONS,
  firstUsedTable,
  isMigrated,
  jobSchemaVersion,
  listMigrations,
  listTables,
  PORTABLE_SETTINGS,
  sqlColumns,
  sqlName,
} from "./catalogue";
import { Entries } from "./entries";
import {
  BackupError,
  HEADER,
  type Header,
  headerSchema,
  MANIFEST,
  type Manifest,
  manifestSchema,
  nameOf,
  partName,
  sha256Hex,
  type Table,
  Tally,
  UPLOADS,
} from "./format";
import { requireMigrations } from "./migrations";
import { makePartitions } from "./partitions";
import { type CopySession, openCopySession } from "./session";

/** Held by whoever seeds a new site: nobody starts one while it is being restored. */
const SEED_LOCK = 72100;

function parse<S extends z.ZodType>(schema: S, bytes: Buffer): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new BackupError("a description in it can't be read");
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw new BackupError("it is not a backup in the format of this version");
}

async function readHeader(entries: Entries): Promise<{ header: Header; sha256: string }> {
  if ((await entries.peek()) !== HEADER) throw new BackupError("it is not a backup");
  const bytes = await entries.content();
  return { header: parse(headerSchema, bytes), sha256: sha256Hex(bytes) };
}

const sameList = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

async function requireUnused(client: Client, tables: Table[]): Promise<void> {
  const used = await firstUsedTable(client, tables);
  if (!used) return;
  throw new BackupError(
    `The database is not empty (${used} has rows): restore into a new one, before its first start.`,
  );
}

async function requireFitting(client: Client, header: Header): Promise<void> {
  requireMigrations(header, await listMigrations(client));
  const tables = await listTables(client);
  if ((await jobSchemaVersion(client)) !== header.jobSchema || !sameList(tables, header.tables)) {
    throw new BackupError(
      `The archive was written by version ${header.version} with other tables: restore it with that version of the application, then upgrade.`,
    );
  }
  await requireUnused(client, tables);
}

async function becomeReplica(client: Client): Promise<void> {
  try {
    await client.query("SET LOCAL session_replication_role = replica");
  } catch (error) {
    throw new BackupError(
      "This database user may not set session_replication_role: restore as a superuser, or let one run GRANT SET ON PARAMETER session_replication_role TO it.",
      { cause: error },
    );
  }
}

async function copyTable(client: Client, entries: Entries, table: Table, tally: Tally) {
  async function* rows() {
    for (let part = 0; (await entries.peek()) === partName(table, part); part += 1) {
      for await (const chunk of entries.chunks()) {
        tally.add(chunk);
        yield chunk;
      }
    }
  }
  const copy = client.query(copyFrom(`COPY ${sqlName(table)} (${sqlColumns(table)}) FROM STDIN`));
  await pipeline(rows, copy);
}

async function copyTables(client: Client, entries: Entries, header: Header) {
  const copied: Manifest["tables"] = {};
  for (const table of header.tables) {
    const name = nameOf(table);
    if (FILLED_BY_MIGRATIONS.includes(name)) await client.query(`DELETE FROM ${sqlName(table)}`);
    const tally = new Tally();
    await copyTable(client, entries, table, tally);
    copied[name] = tally.summary();
  }
  for (const { name, lastValue } of header.sequences) {
    const [sequence, schema = "public"] = name.split(".").reverse();
    await client.query("SELECT setval(format('%I.%I', $1::text, $2::text)::regclass, $3::bigint)", [
      schema,
      sequence,
      lastValue,
    ]);
  }
  return copied;
}

/** What is undone when a restore fails: nothing that was there before, and nothing once it may have succeeded. */
type Progress = { addedFiles: string[]; isCommitting: boolean };

/** @returns how many files the archive holds */
async function putFiles(
  client: Client,
  entries: Entries,
  storage: Storage,
  { addedFiles }: Progress,
): Promise<number> {
  let count = 0;
  for (let name = await entries.peek(); name?.startsWith(UPLOADS); name = await entries.peek()) {
    const key = name.slice(UPLOADS.length);
    const bytes = await entries.content();
    const { rows } = await client.query<{ type: string; sha256: string }>(
      `SELECT content_type AS type, encode(sha256, 'hex') AS sha256 FROM stored_file
       WHERE storage_key = $1`,
      [key],
    );
    // The name becomes a path, so only one that the application made counts.
    const [file] = rows;
    if (!file || !/^[a-z-]+\/[\w-]+$/.test(key)) throw new BackupError(`nothing names file ${key}`);
    if (sha256Hex(bytes) !== file.sha256) throw new BackupError(`file ${key} was changed`);
    count += 1;
    // The storage can be that of a site in use. Keys are random: a file of this name is this file.
    const present = await storage.get(key);
    if (present === null) {
      addedFiles.push(key);
      await storage.put(key, new Uint8Array(bytes), file.type);
    } else if (sha256Hex(Buffer.from(present)) !== file.sha256) {
      throw new BackupError(`the storage already holds a file ${key} with other content`);
    }
  }
  return count;
}

async function countRows(client: Client, table: Table): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) AS count FROM ${sqlName(table)}`,
  );
  return Number(rows[0]?.count);
}

/** What was published of the log stays published: a shorter one would be another history under the same name. */
async function refuseShorterLog(client: Client): Promise<void> {
  const { rows } = await client.query<{ origin: string; size: string }>(
    "SELECT origin, size FROM log_head",
  );
  const [head] = rows;
  if (!head || (env.LOG_ORIGIN && env.LOG_ORIGIN !== head.origin)) return;
  const published = await publishedSize(head.origin);
  if (published <= Number(head.size)) return;
  throw new BackupError(
    `its public log has ${head.size} entries and ${published} were published: restore an archive that has them, or name a new log with LOG_ORIGIN`,
  );
}

type Restored = { header: Header; manifest: Manifest };

async function fill(
  { client }: CopySession,
  entries: Entries,
  storage: Storage,
  progress: Progress,
): Promise<Restored> {
  const { header, sha256 } = await readHeader(entries);
  await client.query("BEGIN");
  await client.query(PORTABLE_SETTINGS);
  await client.query("SELECT pg_advisory_xact_lock($1)", [SEED_LOCK]);
  await requireFitting(client, header);
  await becomeReplica(client);
  await makePartitions(client, header.partitions);
  const copied = await copyTables(client, entries, header);
  const files = await putFiles(client, entries, storage, progress);
  if ((await entries.peek()) !== MANIFEST) throw new BackupError("its end is missing");
  const manifest = parse(manifestSchema, await entries.content());
  if ((await entries.peek()) !== null) throw new BackupError("something follows its end");
  if (manifest.header !== sha256 || manifest.files !== files) {
    throw new BackupError("its parts do not belong together");
  }
  for (const table of header.tables) {
    const name = nameOf(table);
    const expected = manifest.tables[name];
    if (!expected || !sameList(copied[name], expected)) {
      throw new BackupError(`the rows of ${name} were changed`);
    }
    if ((await countRows(client, table)) !== expected.rows) {
      throw new BackupError(`${name} does not hold the rows of the archive`);
    }
  }
  await refuseShorterLog(client);
  progress.isCommitting = true;
  await client.query("COMMIT");
  return { header, manifest };
}

/** For the planner. Everything is restored by now, and autovacuum makes up for what fails here. */
async function analyze(session: CopySession): Promise<void> {
  try {
    await session.client.query("SET statement_timeout = 0");
    await session.client.query("ANALYZE");
    await session.close();
  } catch {
    session.drop();
  }
}

/** @returns how many of the files could not be removed */
async function removeFiles(storage: Storage, keys: string[]): Promise<number> {
  let left = 0;
  for (const key of keys) {
    await storage.remove(key).catch(() => {
      left += 1;
    });
  }
  return left;
}

/**
 * What is wrong, for people: a refusal as it is, everything else with its reason on one line.
 * @param filesLeft that were added and could not be removed
 */
function explained(error: unknown, file: string, filesLeft = 0): BackupError {
  const text = error instanceof Error ? error.message : String(error);
  const reason = error instanceof DatabaseError ? `the database says: ${text}` : text;
  if (filesLeft > 0) {
    return new BackupError(
      `${file} was not restored and no row was changed, but ${filesLeft} files that were added could not be removed: ${reason}.`,
      { cause: error },
    );
  }
  if (error instanceof BackupError && /^[A-Z].*\.$/.test(text)) return error;
  if ((error as NodeJS.ErrnoException).code === "ENOENT") {
    return new BackupError(`There is no file ${file}.`);
  }
  return new BackupError(`${file} was not restored, nothing was changed: ${reason}.`, {
    cause: error,
  });
}

const unknownOutcome = (error: unknown, file: string) =>
  new BackupError(
    `Whether ${file} was restored is not known, its last step failed (${error instanceof Error ? error.message : String(error)}): restore it once more, and a database that already holds it says that it is not empty.`,
    { cause: error },
  );

/**
 * Refuses what can't be restored while nothing is changed yet: no archive, one of other migrations
 * than this version's, a database with rows in it.
 * @param url of the user that owns the tables
 * @param migrations of this version, which the database may still lack
 * @throws BackupError with one line
 */
export async function requireRestorable(
  url: string,
  file: string,
  migrations: Header["migrations"],
): Promise<void> {
  const session = await openCopySession(url);
  const entries = new Entries(file);
  try {
    const { header } = await readHeader(entries);
    requireMigrations(header, migrations);
    const { client } = session;
    if (await isMigrated(client)) await requireUnused(client, await listTables(client));
    await session.close();
  } catch (error) {
    session.drop();
    throw explained(error, file);
  } finally {
    await entries.close();
  }
}

/**
 * Fills an empty, migrated database from an archive, and the storage with its files. All in one
 * transaction: a damaged archive, or one that does not fit, leaves no row and no file, and files that
 * were there stay as they are.
 * @param url of the user that owns the tables and may set session_replication_role
 * @returns what the archive said it holds, every count and checksum of it compared
 * @throws BackupError with one line
 */
export async function readBackup(url: string, storage: Storage, file: string): Promise<Restored> {
  const session = await openCopySession(url);
  const entries = new Entries(file);
  const progress: Progress = { addedFiles: [], isCommitting: false };
  try {
    const restored = await fill(session, entries, storage, progress);
    await analyze(session);
    return restored;
  } catch (error) {
    session.drop();
    if (progress.isCommitting) throw unknownOutcome(error, file);
    throw explained(error, file, await removeFiles(storage, progress.addedFiles));
  } finally {
    await entries.close();
  }
}
