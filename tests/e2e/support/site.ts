import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

/**
 * A data folder for one lane: a copy of the one that a whole run makes (tests/support/jest/site.mjs), or an empty one,
 * whose site begins with nothing.
 */
export function newSiteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "aurum-e2e-"));
  const { TEST_SITE } = process.env;
  // Its files keep their owner, whom the database runs as.
  if (TEST_SITE) execFileSync("cp", ["-a", `${TEST_SITE}/.`, folder]);
  return folder;
}

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
