import { reading } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import type { RecordFilter } from "./record-rules";
import { MOST_DAYS, type RecordTotals } from "./record-totals-schema";

type Row = {
  /** A UTC day; null for everything together. */
  day: string | null;
  deposits: number;
  withdrawals: number;
  usdtIn: bigint;
  xautIn: bigint;
  usdtOut: bigint;
  xautOut: bigint;
  usdtFees: bigint;
  xautFees: bigint;
};

/**
 * What a user's deposits and withdrawals under a filter came to, together and by the UTC day of their end. One that
 * is under way, or ended without money moving for good, is not in it. One query, however many there are.
 */
export async function recordTotals(
  userId: string,
  { kind, status }: RecordFilter,
): Promise<RecordTotals> {
  const { sql } = reading;
  const counts = status === undefined || status === "completed";
  const rows = await sql<Row[]>`
    WITH payment AS (
      SELECT 'in' AS way, coalesce(d.processed_at, d.created_at) AS at, d.currency, d.credited_micro AS micro, 0::bigint AS fee
      FROM deposit d
      WHERE ${counts && kind !== "withdrawal"} AND d.user_id = ${userId}::uuid AND d.status = 'completed'
      UNION ALL
      SELECT 'out', coalesce(w.processed_at, w.created_at), w.currency, w.amount_micro, w.fee_micro
      FROM withdrawal w
      WHERE ${counts && kind !== "deposit"} AND w.user_id = ${userId}::uuid AND w.status = 'completed'
    ), booked AS (
      SELECT p.way, (p.at AT TIME ZONE 'UTC')::date AS day, p.currency = 'XAUT' AS is_xaut, p.micro, p.fee FROM payment p
    )
    SELECT b.day::text,
      count(*) FILTER (WHERE way = 'in')::int AS deposits, count(*) FILTER (WHERE way = 'out')::int AS withdrawals,
      coalesce(sum(micro) FILTER (WHERE way = 'in' AND NOT is_xaut), 0)::bigint AS "usdtIn",
      coalesce(sum(micro) FILTER (WHERE way = 'in' AND is_xaut), 0)::bigint AS "xautIn",
      coalesce(sum(micro) FILTER (WHERE way = 'out' AND NOT is_xaut), 0)::bigint AS "usdtOut",
      coalesce(sum(micro) FILTER (WHERE way = 'out' AND is_xaut), 0)::bigint AS "xautOut",
      coalesce(sum(fee) FILTER (WHERE NOT is_xaut), 0)::bigint AS "usdtFees",
      coalesce(sum(fee) FILTER (WHERE is_xaut), 0)::bigint AS "xautFees"
    FROM booked b GROUP BY GROUPING SETS ((b.day), ()) ORDER BY b.day NULLS LAST`;
  const all = rows.find(({ day }) => day === null);
  if (!all) throw new Error("everything together is always one row");
  const both = (usdtMicro: bigint, xautMicro: bigint) => ({
    USDT: formatMicro(usdtMicro),
    XAUT: formatMicro(xautMicro),
  });
  const netOf = (row: Row) => both(row.usdtIn - row.usdtOut, row.xautIn - row.xautOut);
  return {
    totals: {
      deposits: all.deposits,
      withdrawals: all.withdrawals,
      in: both(all.usdtIn, all.xautIn),
      out: both(all.usdtOut, all.xautOut),
      fees: both(all.usdtFees, all.xautFees),
      net: netOf(all),
    },
    days: rows
      .flatMap((row) =>
        row.day === null
          ? []
          : [{ day: row.day, payments: row.deposits + row.withdrawals, net: netOf(row) }],
      )
      .slice(-MOST_DAYS),
  };
}
