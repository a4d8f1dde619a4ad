import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { pack as createPack, type Pack } from "tar-stream";
import type { Storage } from "@/lib/platform/files/storage";
import { version } from "@/package.json";
import {
  jobSchemaVersion,
  listMigrations,
  listPartitions,
  listSequences,
  listTables,
  PORTABLE_SETTINGS,
  sqlColumns,
  sqlName,
} from "./catalogue";
import {
  FORMAT,
  HEADER,
  type Header,
  MANIFEST,
  type Manifest,
  nameOf,
  partName,
  sha256Hex,
  type Table,
  type TableSummary,
  Tally,
  UPLOADS,
} from "./format";
import { openCopySession } from "./session";

const PART_BYTES = 1_048_576;
const FILES_PER_QUERY = 500;

function addEntry(pack: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const header = { name, size: content.byteLength, mode: 0o600, mtime: new Date() };
    pack.entry(header, content, (error) => (error ? reject(error) : resolve()));
  });
}

const asJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function describe(client: Client, files: Header["files"]): Promise<Header> {
  return {
    format: FORMAT,
    version,
    createdAt: new Date().toISOString(),
    migrations: await listMigrations(client),
    jobSchema: await jobSchemaVersion(client),
    tables: await listTables(client),
    partitions: await listPartitions(client),
    sequences: await listSequences(client),
    files,
  };
}

async function addTable(pack: Pack, client: Client, table: Table): Promise<TableSummary> {
  const tally = new Tally();
  let part = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    await addEntry(pack, partName(table, part), Buffer.concat(waiting, size));
    part += 1;
    waiting = [];
    size = 0;
  };
  // COPY of a partitioned table needs the query form.
  const rows = client.query(
    copyTo(`COPY (SELECT ${sqlColumns(table)} FROM ${sqlName(table)}) TO STDOUT`),
  );
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    tally.add(chunk);
    waiting.push(chunk);
    size += chunk.byteLength;
    if (size >= PART_BYTES) await flush();
  }
  if (size > 0) await flush();
  return tally.summary();
}

type FileRow = { id: string; key: string; sha256: string };

/** Of an erased user's files, the private ones are gone or soon will be: a deposit keeps the row of its proof alone. */
async function addFiles(
  pack: Pack,
  client: Client,
  storage: Storage,
): Promise<Pick<Manifest, "files" | "missingFiles">> {
  const result = { files: 0, missingFiles: [] as string[] };
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const { rows } = await client.query<FileRow>(
      `SELECT id, storage_key AS key, encode(sha256, 'hex') AS sha256 FROM stored_file f
       WHERE id > $1
         AND NOT (visibility = 'private' AND EXISTS (
           SELECT FROM app_user u WHERE u.id = f.owner_id AND u.erased_at IS NOT NULL))
       ORDER BY id LIMIT $2`,
      [after, FILES_PER_QUERY],
    );
    for (const { key, sha256 } of rows) {
      const bytes = await storage.get(key);
      if (bytes === null || sha256Hex(Buffer.from(bytes)) !== sha256) {
        result.missingFiles.push(key);
        continue;
      }
      await addEntry(pack, UPLOADS + key, Buffer.from(bytes));
      result.files += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < FILES_PER_QUERY) return result;
    after = last.id;
  }
}

async function fill(pack: Pack, client: Client, storage: Storage | null): Promise<Manifest> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(PORTABLE_SETTINGS);
  const header = await describe(client, storage ? "included" : "bucket");
  const headerBytes = asJson(header);
  await addEntry(pack, HEADER, headerBytes);
  const tables: Manifest["tables"] = {};
  for (const table of header.tables) tables[nameOf(table)] = await addTable(pack, client, table);
  const files = storage
    ? await addFiles(pack, client, storage)
    : { files: 0, missingFiles: [] as string[] };
  const manifest = { header: sha256Hex(headerBytes), tables, ...files };
  await addEntry(pack, MANIFEST, asJson(manifest));
  await client.query("COMMIT");
  return manifest;
}

/**
 * Writes everything the database holds at one moment, and the uploaded files, to an archive. People
 * go on working meanwhile. Memory does not grow with the database.
 * @param url of the user that owns the tables
 * @param storage of the uploaded files, or null where they are somebody else's to back up
 * @param file appears only once it is complete; an existing one is replaced
 * @returns the archive's manifest; `missingFiles` names uploads that were gone or damaged already
 */
export async function writeBackup(
  url: string,
  storage: Storage | null,
  file: string,
): Promise<Manifest> {
  const draft = `${file}.part`;
  const session = await openCopySession(url);
  const pack = createPack();
  const written = pipeline(pack, createGzip(), createWriteStream(draft, { mode: 0o600 }));
  const filled = fill(pack, session.client, storage);
  filled.catch(() => undefined);
  try {
    // A full disk ends the file before the database is read: don't wait for the rest then.
    const manifest = await Promise.race([filled, written.then(() => filled)]);
    pack.finalize();
    await written;
    await rename(draft, file);
    await session.close();
    return manifest;
  } catch (error) {
    session.drop();
    pack.destroy();
    await written.catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}
