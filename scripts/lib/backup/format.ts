import { createHash, type Hash } from "node:crypto";
import { z } from "zod";

// A backup is a tar.gz that plain `tar` can list and unpack:
//   header.json                        what the database was, so that restore can refuse early
//   tables/<schema>.<table>/<n>.copy   rows in PostgreSQL's COPY text format, in parts
//   uploads/<key>                      uploaded files, where they are kept in the data folder
//   manifest.json                      counts and checksums; an archive without it is unfinished

/** The format that this version writes and reads. */
export const FORMAT = 1;
export const HEADER = "header.json";
export const MANIFEST = "manifest.json";
export const UPLOADS = "uploads/";

/** Something the person at the terminal has to know; the message is one line. */
export class BackupError extends Error {}

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
});
export type Table = z.output<typeof tableSchema>;

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Version of the job queue's tables. */
  jobSchema: z.int(),
  tables: z.array(tableSchema),
  partitions: z.array(z.object({ parent: z.string(), name: z.string(), bound: z.string() })),
  /** Sequences that were used, with the last number given out. */
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  files: z.enum(["included", "bucket"]),
});
export type Header = z.output<typeof headerSchema>;

const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);
export const manifestSchema = z.object({
  header: sha256Text,
  tables: z.record(z.string(), z.object({ rows: z.int(), bytes: z.int(), sha256: sha256Text })),
  files: z.int(),
  missingFiles: z.array(z.string()),
});
export type Manifest = z.output<typeof manifestSchema>;
export type TableSummary = Manifest["tables"][string];

/** Name of a table inside the archive and in messages. */
export const nameOf = ({ schema, name }: Pick<Table, "schema" | "name">) => `${schema}.${name}`;

/** Name of one part of a table; parts count from 0. */
export const partName = (table: Table, part: number) =>
  `tables/${nameOf(table)}/${String(part).padStart(6, "0")}.copy`;

export const sha256Hex = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

const NEWLINE = 10;

/** Sums up a table's rows while they pass: each row ends in the only newline that is not escaped. */
export class Tally {
  private rows = 0;
  private bytes = 0;
  private readonly hash: Hash = createHash("sha256");

  add(chunk: Uint8Array): void {
    this.bytes += chunk.byteLength;
    this.hash.update(chunk);
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      this.rows += 1;
    }
  }

  summary(): TableSummary {
    return { rows: this.rows, bytes: this.bytes, sha256: this.hash.digest("hex") };
  }
}
