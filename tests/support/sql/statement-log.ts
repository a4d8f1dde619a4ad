import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TestDatabase } from "@/tests/support/database";

/** How an entry of the server's log begins. */
const ENTRY = /^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /m;
/** What a session sent: as text, or prepared before. */
const SENT = /^LOG: {2}(?:statement|execute [^:]*): ([\s\S]*)/;

/** What new connections of the application's login send, from the log of an embedded server. Ask for it before one connects. */
export class StatementLog {
  private constructor(private readonly file: string) {}

  static async on(database: TestDatabase): Promise<StatementLog> {
    await database.query(`ALTER ROLE app IN DATABASE "${database.name}" SET log_statement = 'all'`);
    const [row] = await database.query<{ data_directory: string }>("SHOW data_directory");
    return new StatementLog(join(row?.data_directory ?? "", "..", "postgres.log"));
  }

  /** The statements that are sent while something runs, each on one line. */
  async during(run: () => Promise<unknown>): Promise<string[]> {
    const { size: from } = statSync(this.file);
    await run();
    // A statement is in the log before it is answered.
    const bytes = Buffer.alloc(statSync(this.file).size - from);
    const handle = openSync(this.file, "r");
    try {
      readSync(handle, bytes, 0, bytes.length, from);
    } finally {
      closeSync(handle);
    }
    return bytes
      .toString("utf8")
      .split(ENTRY)
      .flatMap((entry) => SENT.exec(entry)?.[1]?.replace(/\s+/g, " ").trim() ?? []);
  }
}
