import { type Db, Prisma } from "@/lib/platform/db";

/** What a user owned at a moment, stakes of open options included, in micro-units. */
export type Holdings = {
  at: Date;
  usdtMicro: bigint;
  xautMicro: bigint;
  /** What came from outside (deposits, support) less what left, since that moment. */
  usdtInflowMicro: bigint;
  xautInflowMicro: bigint;
};

type Row = {
  at: Date;
  usdt: bigint;
  xaut: bigint;
  usdtInflow: bigint;
  xautInflow: bigint;
};

/** The outside world and the treasury: money that passes them is no result of trading. */
const OUTSIDE_ACCOUNTS = [-1, -2, -3, -4];

const since = (currency: string, column: string) => Prisma.sql`
  coalesce(sum(m.${Prisma.raw(column)}) FILTER (WHERE m.currency = ${currency}), 0)::bigint`;

/**
 * What a user owned at each of several moments: today's balances less everything that moved
 * later, so it reads the time since the earliest moment only.
 * @param times in any order; answers come oldest first
 */
export async function holdingsAt(db: Db, userId: string, times: Date[]): Promise<Holdings[]> {
  const earliest = new Date(Math.min(...times.map((time) => time.getTime())));
  const rows = await db.$queryRaw<Row[]>`
    WITH mine AS MATERIALIZED (
      SELECT id, currency, balance_micro FROM ledger_account WHERE owner_id = ${userId}::uuid
    ), moves AS MATERIALIZED (
      SELECT t.at, t.currency, -t.amount_micro AS moved,
        CASE WHEN t.credit_account_id = ANY(${OUTSIDE_ACCOUNTS}::bigint[]) THEN -t.amount_micro ELSE 0 END AS outside
      FROM mine JOIN ledger_transfer t ON t.debit_account_id = mine.id WHERE t.at > ${earliest}
      UNION ALL
      SELECT t.at, t.currency, t.amount_micro,
        CASE WHEN t.debit_account_id = ANY(${OUTSIDE_ACCOUNTS}::bigint[]) THEN t.amount_micro ELSE 0 END
      FROM mine JOIN ledger_transfer t ON t.credit_account_id = mine.id WHERE t.at > ${earliest}
      UNION ALL
      SELECT opened_at, 'USDT', amount_micro, 0 FROM trade
      WHERE user_id = ${userId}::uuid AND type = 'option' AND opened_at > ${earliest}
      UNION ALL
      SELECT settled_at, 'USDT', -amount_micro, 0 FROM trade
      WHERE user_id = ${userId}::uuid AND type = 'option' AND settled_at > ${earliest}
    ), current AS (
      SELECT
        (SELECT coalesce(sum(balance_micro) FILTER (WHERE currency = 'USDT'), 0) FROM mine)
        + (SELECT coalesce(sum(amount_micro), 0) FROM trade
           WHERE user_id = ${userId}::uuid AND type = 'option' AND status = 'open') AS usdt,
        (SELECT coalesce(sum(balance_micro) FILTER (WHERE currency = 'XAUT'), 0) FROM mine) AS xaut
    )
    SELECT s.at, (min(c.usdt) - ${since("USDT", "moved")})::bigint AS usdt,
      (min(c.xaut) - ${since("XAUT", "moved")})::bigint AS xaut,
      ${since("USDT", "outside")} AS "usdtInflow", ${since("XAUT", "outside")} AS "xautInflow"
    FROM unnest(${times}::timestamptz[]) AS s (at) CROSS JOIN current c
    LEFT JOIN moves m ON m.at > s.at
    GROUP BY s.at ORDER BY s.at`;
  return rows.map(({ at, usdt, xaut, usdtInflow, xautInflow }) => ({
    at,
    usdtMicro: usdt,
    xautMicro: xaut,
    usdtInflowMicro: usdtInflow,
    xautInflowMicro: xautInflow,
  }));
}

/** When the first money reached a user; null before that. */
export async function firstMovementAt(db: Db, userId: string): Promise<Date | null> {
  const rows = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(first.at) AS at FROM ledger_account a CROSS JOIN LATERAL (
      SELECT t.at FROM ledger_transfer t WHERE t.credit_account_id = a.id AND t.credit_seq IS NOT NULL
      ORDER BY t.credit_seq LIMIT 1
    ) first WHERE a.owner_id = ${userId}::uuid`;
  return rows[0]?.at ?? null;
}
