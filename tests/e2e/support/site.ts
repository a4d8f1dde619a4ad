import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";

/** The folder in which the site keeps its data, and its mails where it has no server for them. */
export const folderOfSite = () => process.env.E2E_DATA_DIR ?? "";

/** Runs one statement as the owner of the site's database. */
export async function query(text: string, values: unknown[] = []): Promise<void> {
  const file = readFileSync(join(folderOfSite(), "database.json"), "utf8");
  const { ownerUrl } = JSON.parse(file) as { ownerUrl: string };
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(text, values);
  await client.end();
}
