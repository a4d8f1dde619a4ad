import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { QueryResultRow } from "pg";

type Query = { query<Row extends QueryResultRow>(sql: string): Promise<Row[]> };

/** Tables that grow with the number of users or with what they do. */
export const BIG_TABLES: ReadonlySet<string> = new Set([
  ...["app_user", "session", "sign_in", "ledger_account", "ledger_journal", "ledger_transfer"],
  ...["trade", "deposit", "withdrawal", "stored_file", "notification", "saving_record"],
  ...["vault_conversion", "referral_earning", "audit_entry", "chat", "chat_message"],
  ...["balance_adjustment", "user_note", "risk_acceptance", "withdrawal_address"],
]);

/** A node of a plan that read a table. */
export type Scan = {
  table: string;
  /** For example "Seq Scan" or "Index Only Scan". */
  kind: string;
  /** Rows that it looked at, all its loops together, those it threw away included. */
  rows: number;
  /** The statement, on one line. */
  statement: string;
};

const SCAN =
  /(?:->\s+|^\s*)(?:Parallel )?((?:Seq|Index|Index Only|Bitmap Heap|Tid Range) Scan)(?: Backward)?(?: using \S+)? on (?:public\.)?("?\w+"?).*\(actual (?:time=\S+ )?rows=([\d.]+) loops=(\d+)\)/;
const REMOVED = /Rows Removed by (?:Filter|Index Recheck): (\d+)/;
const TABLE_OF_PARTITION = /_(?:\d{4}_\d{2}|default)$/;

function readPlans(text: string): Scan[] {
  const scans: Scan[] = [];
  let statement = "";
  let scan: (Scan & { loops: number }) | undefined;
  for (const line of text.split("\n")) {
    const query = /^\s*Query Text: (.*)$/.exec(line)?.[1];
    if (query !== undefined) statement = query.trim();
    else if (!/->|rows=|Removed/.test(line) && !scan) statement += ` ${line.trim()}`;
    if (/\bduration: /.test(line)) scan = undefined;
    const found = SCAN.exec(line);
    if (found) {
      const [, kind = "", table = "", rows, loops] = found;
      scan = {
        kind,
        table: table.replaceAll('"', "").replace(TABLE_OF_PARTITION, ""),
        rows: Number(rows) * Number(loops),
        loops: Number(loops),
        statement: statement.slice(0, 400),
      };
      scans.push(scan);
    } else if (line.includes("->")) scan = undefined;
    const removed = REMOVED.exec(line)?.[1];
    if (removed && scan) scan.rows += Number(removed) * scan.loops;
  }
  return scans;
}

/**
 * The plans of everything that new connections to a database run, taken from the log of an embedded server.
 * Ask for it before the application connects.
 */
export class PlanLog {
  private constructor(
    private readonly file: string,
    private offset: number,
  ) {}

  static async on(database: Query & { name: string }): Promise<PlanLog> {
    const set = (setting: string) =>
      database.query(`ALTER DATABASE "${database.name}" SET ${setting}`);
    await set("session_preload_libraries = 'auto_explain'");
    await set("auto_explain.log_min_duration = 0");
    await set("auto_explain.log_analyze = on");
    await set("auto_explain.log_timing = off");
    await set("auto_explain.log_nested_statements = on");
    const [row] = await database.query<{ data_directory: string }>("SHOW data_directory");
    const file = join(row?.data_directory ?? "", "..", "postgres.log");
    return new PlanLog(file, statSync(file).size);
  }

  /** Every scan since the last call. A statement's plan is in the log before its answer is sent. */
  take(): Scan[] {
    const { size } = statSync(this.file);
    const bytes = Buffer.alloc(Math.max(0, size - this.offset));
    const handle = openSync(this.file, "r");
    try {
      readSync(handle, bytes, 0, bytes.length, this.offset);
    } finally {
      closeSync(handle);
    }
    this.offset = size;
    return readPlans(bytes.toString("utf8"));
  }
}
