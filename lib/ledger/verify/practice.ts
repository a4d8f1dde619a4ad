import { PRACTICE_START_MICRO } from "@/lib/ledger/practice";
import { Prisma } from "@/lib/platform/db";
import type { LedgerCheck } from "./checks";

/** What must hold of play money itself, beside all that must hold of money. */
export const practiceChecks: LedgerCheck[] = [
  {
    name: "openings",
    claim: "each user got 10,000 USDT of play money once",
    query: Prisma.sql`
      SELECT a.owner_id, count(*) AS openings, sum(t.amount_micro) AS micro
      FROM ledger_transfer t JOIN ledger_journal j ON j.id = t.journal_id AND j.kind = 'practice_open'
      JOIN ledger_account a ON a.id = t.credit_account_id GROUP BY a.owner_id
      HAVING count(*) <> 1 OR sum(t.amount_micro) <> ${PRACTICE_START_MICRO}::bigint`,
  },
  {
    name: "resets",
    claim: "each reset left 10,000 USDT and no XAUT",
    query: Prisma.sql`
      SELECT t.journal_id, t.currency, a.balance FROM ledger_transfer t
      JOIN ledger_journal j ON j.id = t.journal_id AND j.kind = 'practice_reset'
      CROSS JOIN LATERAL (SELECT CASE WHEN t.debit_account_id > 0 THEN t.debit_balance_micro ELSE t.credit_balance_micro END AS balance) AS a
      WHERE a.balance <> CASE t.currency WHEN 'USDT' THEN ${PRACTICE_START_MICRO}::bigint ELSE 0 END`,
  },
];
