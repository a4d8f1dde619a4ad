import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { runSqlFile } from "../../scripts/lib/sql-file";

const FILES = [
  "vendor/scoville-pgsql-ulid/uuid-to-ulid.sql",
  "vendor/scoville-pgsql-ulid/ulid-to-uuid.sql",
  "pgledger.sql",
];

/**
 * Fills a database with pgledger (https://github.com/pgr0ss/pgledger), to open options' two transfers in it.
 * @param checkout folder of a clone of it: the comparison runs only where somebody has one
 * @param url of the database's owner
 */
export async function createPgledger(checkout: string, url: string, users: number): Promise<void> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  try {
    for (const file of FILES) await owner.query(readFileSync(join(checkout, file), "utf8"));
    await runSqlFile(owner, join(__dirname, "pgledger-populate.sql"), { users });
  } finally {
    await owner.end();
  }
}
