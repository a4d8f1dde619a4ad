import { ledgerChecks } from "@/lib/ledger/verify/checks";
import { Prisma, prisma } from "@/lib/platform/db";
import type { YearMarket } from "./market";

/** The checks whose cost does not grow with the year: they look at what is there, not at what was. */
const STATE_CHECKS = [
  "held",
  "stored",
  "savings",
  "savings reserve",
  "savings capacity",
  "exposure",
];

/** Remembers where each account's chain ends; the next day must go on from there. */
export async function rememberHeads(market: YearMarket): Promise<void> {
  await market.query(`
    DROP TABLE IF EXISTS year_head;
    CREATE TABLE year_head AS SELECT id, seq, balance_micro AS balance FROM ledger_account;
    ALTER TABLE year_head ADD PRIMARY KEY (id)`);
}

/** One day's transfers by journal, as a chain that starts at the remembered heads and ends at the accounts. */
const DAY_CHECK = `
  WITH moved AS MATERIALIZED (
    SELECT * FROM ledger_transfer WHERE at >= $1 AND at < $2
  ), links AS (
    SELECT debit_account_id AS id, debit_seq AS seq, -amount_micro AS delta, debit_balance_micro AS balance FROM moved WHERE debit_seq IS NOT NULL
    UNION ALL SELECT credit_account_id, credit_seq, amount_micro, credit_balance_micro FROM moved WHERE credit_seq IS NOT NULL
  ), chain AS (
    SELECT l.*, coalesce(lag(l.seq) OVER own, h.seq) AS last_seq, coalesce(lag(l.balance) OVER own, h.balance) AS last_balance
    FROM links l JOIN year_head h ON h.id = l.id WINDOW own AS (PARTITION BY l.id ORDER BY l.seq)
  ), ends AS (
    SELECT id, max(seq) AS seq, sum(delta) AS delta FROM chain GROUP BY id
  )
  SELECT 'link ' || id || ' ' || seq AS wrong FROM chain WHERE seq <> last_seq + 1 OR balance <> last_balance + delta
  UNION ALL
  SELECT 'head ' || a.id FROM ledger_account a JOIN year_head h ON h.id = a.id LEFT JOIN ends e ON e.id = a.id
  WHERE a.seq <> coalesce(e.seq, h.seq) OR a.balance_micro <> h.balance + coalesce(e.delta, 0) OR a.balance_micro < a.floor_micro
  UNION ALL
  SELECT 'sum ' || currency FROM (
    SELECT currency, balance_micro AS micro FROM ledger_account
    UNION ALL SELECT 'USDT', amount_micro + collateral_micro FROM trade WHERE type = 'option' AND status = 'open'
  ) AS parts GROUP BY currency HAVING sum(micro) <> 0
  UNION ALL
  SELECT 'count ' || a.owner_id FROM ledger_account a
  WHERE a.counted_day = ($1::timestamptz AT TIME ZONE 'UTC')::date AND a.counted_trades <> (
      SELECT count(*) FROM trade t WHERE t.user_id = a.owner_id AND t.type <> 'ai' AND t.opened_at >= $1 AND t.opened_at < $2
        AND NOT (t.type = 'manual' AND t.status = 'void'))
    + (SELECT count(*) FROM strategy_run r WHERE r.user_id = a.owner_id AND r.started_at >= $1 AND r.started_at < $2)`;

/**
 * Proves a day: every account's transfers of the day join on to the day before without a gap, balances are
 * theirs, all sums to zero, and balances equal what savings, storage and withdrawals say, and the
 * counts of the day what was opened. With the days
 * before proven likewise, that is the whole ledger. Empty when all of it holds.
 */
export async function wrongAfterDay(market: YearMarket, from: Date, to: Date): Promise<string[]> {
  const rows = await market.query<{ wrong: string }>(DAY_CHECK, [from, to]);
  const wrong = rows.map((row) => row.wrong);
  for (const { name, query } of ledgerChecks) {
    if (!STATE_CHECKS.includes(name)) continue;
    const found = await prisma.$queryRaw<object[]>(
      Prisma.sql`SELECT * FROM (${query}) AS wrong LIMIT 3`,
    );
    if (found.length > 0) wrong.push(`${name}: ${found.length}`);
  }
  await rememberHeads(market);
  return wrong;
}
