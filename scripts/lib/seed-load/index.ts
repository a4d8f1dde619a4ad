import { join } from "node:path";
import type { Client } from "pg";
import { quietClient } from "@/lib/platform/db/quiet-client";
import { runSqlFile } from "../sql-file";

/** How much to make. Everything follows from it and from the seed. */
export type LoadSize = {
  users: number;
  trades: number;
  /** Ledger entries, two a transfer: deposits are added until there are as many. */
  entries: number;
  seed: number;
};

/** Why nothing was seeded, in one line. */
export class LoadRefused extends Error {}

const MIN_USERS = 100;
const MAX_USERS = 5_000_000;
const MAX_AUDIT_ENTRIES = 100_000;

const STEPS = [
  ["1-people.sql", "users, sessions, conversations"],
  ["2-market.sql", "prices and the house's money"],
  ["3-trades.sql", "trades and strategy runs"],
  ["4-savings.sql", "savings and stored gold"],
  ["5-payments.sql", "deposits, withdrawals, adjustments"],
  ["6-ledger.sql", "ledger"],
  ["7-records.sql", "notifications and audit log"],
] as const;

async function refuseUnlessEmpty(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ people: boolean; staff: boolean; wallet: boolean }>(
    `SELECT EXISTS (SELECT FROM app_user WHERE NOT is_admin) AS people, EXISTS (SELECT FROM app_user WHERE is_admin) AS staff,
       EXISTS (SELECT FROM wallet WHERE currency = 'USDT' AND deleted_at IS NULL) AS wallet`,
  );
  const [found] = rows;
  if (found?.people)
    throw new LoadRefused("This database has users; a load is seeded only into one without.");
  if (!found?.staff || !found.wallet) {
    throw new LoadRefused(
      "This database has no administrator or no USDT wallet yet: start the site once first.",
    );
  }
  const { rows: roles } = await owner.query<{ super: boolean }>(
    "SELECT rolsuper AS super FROM pg_roles WHERE rolname = current_user",
  );
  if (!roles[0]?.super) throw new LoadRefused("Seeding a load needs a superuser of the database.");
}

/**
 * Fills a database that has no users yet with a year of a busy site, in one transaction: whole or not at all.
 * The same size and seed make the same rows, apart from the moment that the year ends at.
 * @param url of a superuser
 * @param say called with a line for each step done
 * @throws LoadRefused
 */
export async function seedLoad(
  url: string,
  size: LoadSize,
  say: (line: string) => void,
): Promise<void> {
  if (size.users < MIN_USERS || size.users > MAX_USERS || size.trades < size.users / 10) {
    throw new LoadRefused(
      `Take ${MIN_USERS} to ${MAX_USERS} users and at least a trade for ten of them.`,
    );
  }
  const owner = quietClient({ connectionString: url });
  await owner.connect();
  try {
    await refuseUnlessEmpty(owner);
    const audits = Math.min(Math.ceil(size.users / 10), MAX_AUDIT_ENTRIES);
    await owner.query("BEGIN");
    for (const [file, what] of STEPS) {
      const startedAt = performance.now();
      await runSqlFile(owner, join(__dirname, file), { ...size, audits });
      say(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    }
    await owner.query("COMMIT");
    const startedAt = performance.now();
    await owner.query("VACUUM (ANALYZE)");
    say(`statistics: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  } finally {
    // An open transaction ends with its connection.
    await owner.end();
  }
}
