import { reading } from "@/lib/platform/db";
import type { LineFilter } from "./lines";

/** What lines of wealth come to, in micro-units; what left is negative. Fees are what was paid, inside the changes. */
export type WealthTotals = {
  /** A UTC day; null for everything together. */
  day: string | null;
  events: number;
  usdtMicro: bigint;
  xautMicro: bigint;
  usdtFeeMicro: bigint;
  xautFeeMicro: bigint;
};

/**
 * What the lines of a user's wealth under a filter come to: by UTC day, oldest first, then all together. The same
 * events as in listWealthLines(), in one query, however many there are.
 */
export function wealthTotals({
  userId,
  types,
  from,
  to,
}: Omit<LineFilter, "limit" | "cursor">): Promise<WealthTotals[]> {
  const { sql } = reading;
  const isShown = sql`
    ${from ? sql`AND t.at >= ${from}` : sql``} ${to ? sql`AND t.at < ${to}` : sql``}
    ${types ? sql`AND EXISTS (SELECT FROM ledger_journal j WHERE j.id = t.journal_id AND j.kind = ANY (${types}))` : sql``}`;
  const showsOptions = types === undefined || types.includes("option_settle");
  return sql<WealthTotals[]>`
    WITH move AS (
      SELECT t.at, t.journal_id, t.reference_id, t.currency, -t.amount_micro AS micro,
        -- The shards of the house's fees.
        t.credit_account_id BETWEEN -515 AND -400 AS is_fee
      FROM ledger_account a JOIN ledger_transfer t ON t.debit_account_id = a.id
      WHERE a.owner_id = ${userId}::uuid
        AND t.debit_account_id > 0 AND t.credit_account_id < 0 AND t.credit_account_id <> -8 ${isShown}
      UNION ALL
      SELECT t.at, t.journal_id, t.reference_id, t.currency, t.amount_micro, false
      FROM ledger_account a JOIN ledger_transfer t ON t.credit_account_id = a.id
      WHERE a.owner_id = ${userId}::uuid
        AND t.credit_account_id > 0 AND t.debit_account_id < 0 AND t.debit_account_id <> -8 ${isShown}
    ), event AS (
      SELECT (min(m.at) AT TIME ZONE 'UTC')::date AS day,
        coalesce(sum(m.micro) FILTER (WHERE m.currency = 'USDT'), 0) AS usdt,
        coalesce(sum(m.micro) FILTER (WHERE m.currency = 'XAUT'), 0) AS xaut,
        coalesce(-sum(m.micro) FILTER (WHERE m.currency = 'USDT' AND m.is_fee), 0) AS usdt_fee,
        coalesce(-sum(m.micro) FILTER (WHERE m.currency = 'XAUT' AND m.is_fee), 0) AS xaut_fee
      FROM move m GROUP BY m.journal_id, m.reference_id
      UNION ALL
      SELECT (t.settled_at AT TIME ZONE 'UTC')::date, t.pnl_micro, 0, 0, 0 FROM trade t
      WHERE ${showsOptions} AND t.user_id = ${userId}::uuid AND t.type = 'option' AND t.settled_at IS NOT NULL
        AND t.pnl_micro <> 0
        ${from ? sql`AND t.settled_at >= ${from}` : sql``} ${to ? sql`AND t.settled_at < ${to}` : sql``}
    )
    SELECT e.day::text, count(*)::int AS events,
      coalesce(sum(e.usdt), 0)::bigint AS "usdtMicro", coalesce(sum(e.xaut), 0)::bigint AS "xautMicro",
      coalesce(sum(e.usdt_fee), 0)::bigint AS "usdtFeeMicro", coalesce(sum(e.xaut_fee), 0)::bigint AS "xautFeeMicro"
    FROM event e GROUP BY GROUPING SETS ((e.day), ()) ORDER BY e.day NULLS LAST`;
}
