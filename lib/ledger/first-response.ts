import type { Db } from "@/lib/platform/db";
import type { LedgerCurrency } from "./schema";

/**
 * What a user had available, in micro-units, after a journal of theirs: the balance that its first answer
 * told, whatever happened since.
 * @throws Error when the journal did not move that balance
 */
export async function availableAfter(
  db: Db,
  key: string,
  userId: string,
  currency: LedgerCurrency,
): Promise<bigint> {
  const [row] = await db.$queryRaw<{ balanceMicro: bigint }[]>`
    SELECT CASE a.id WHEN t.debit_account_id THEN t.debit_balance_micro ELSE t.credit_balance_micro END AS "balanceMicro"
    FROM ledger_account a
    JOIN ledger_journal j ON j.idempotency_key = ${key}
    JOIN ledger_transfer t ON t.journal_id = j.id AND a.id IN (t.debit_account_id, t.credit_account_id)
    WHERE a.owner_id = ${userId}::uuid AND a.kind = 'available' AND a.currency = ${currency}
    ORDER BY t.line DESC LIMIT 1`;
  if (!row) throw new Error(`The journal ${key} did not move ${currency} of its user`);
  return row.balanceMicro;
}
