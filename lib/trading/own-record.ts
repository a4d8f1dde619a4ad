import { reading } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import { MOST_DAYS, type OwnRecord, type OwnRecordQuery } from "./own-record-schema";

type Row = {
  /** What the row adds up: everything, a day or a duration. */
  part: "all" | "day" | "duration";
  day: string | null;
  seconds: number | null;
  trades: number;
  won: number;
  lost: number;
  refunded: number;
  staked: bigint;
  bought: bigint;
  sold: bigint;
  fees: bigint;
  pnl: bigint;
};

const outcomesOf = ({ won, lost, refunded }: Row) => ({
  won,
  lost,
  refunded,
  winRate: won + lost === 0 ? null : (won / (won + lost)).toFixed(4),
});

/**
 * How a user's trades under a filter ended: together, by UTC day and, of options, by duration, shortest first. One
 * that is not over, or was void, is not in it. One query, however many there are.
 */
export async function ownRecord(
  userId: string,
  { type, status, from, to }: OwnRecordQuery,
): Promise<OwnRecord> {
  const { sql } = reading;
  const rows = await sql<Row[]>`
    SELECT CASE WHEN grouping(day) = 0 THEN 'day' WHEN grouping(seconds) = 0 THEN 'duration' ELSE 'all' END AS part,
      day::text, seconds, count(*)::int AS trades,
      count(*) FILTER (WHERE status = 'won')::int AS won, count(*) FILTER (WHERE status = 'lost')::int AS lost,
      count(*) FILTER (WHERE status = 'refunded')::int AS refunded,
      coalesce(sum(amount_micro) FILTER (WHERE type = 'option'), 0)::bigint AS staked,
      coalesce(sum(amount_micro) FILTER (WHERE side = 'buy'), 0)::bigint AS bought,
      coalesce(sum(received_micro) FILTER (WHERE side = 'sell'), 0)::bigint AS sold,
      coalesce(sum(fee_micro), 0)::bigint AS fees, coalesce(sum(pnl_micro), 0)::bigint AS pnl
    FROM (
      SELECT t.*, (t.settled_at AT TIME ZONE 'UTC')::date AS day, t.duration_seconds AS seconds FROM trade t
      WHERE t.user_id = ${userId}::uuid AND t.settled_at IS NOT NULL AND t.status <> 'void'
        ${type ? sql`AND t.type = ${type}` : sql``} ${status ? sql`AND t.status = ${status}` : sql``}
        ${from ? sql`AND t.opened_at >= ${from}` : sql``} ${to ? sql`AND t.opened_at < ${to}` : sql``}
    ) AS own
    GROUP BY GROUPING SETS ((), (day), (seconds)) ORDER BY day, seconds`;
  const [all] = rows.filter(({ part }) => part === "all");
  if (!all) throw new Error("everything together is always one row");
  return {
    totals: {
      trades: all.trades,
      ...outcomesOf(all),
      staked: formatMicro(all.staked),
      bought: formatMicro(all.bought),
      sold: formatMicro(all.sold),
      fees: formatMicro(all.fees),
      result: formatMicro(all.pnl),
    },
    days: rows
      .flatMap(({ part, day, trades, won, lost, pnl }) =>
        part === "day" && day !== null
          ? [{ day, trades, won, lost, result: formatMicro(pnl) }]
          : [],
      )
      .slice(-MOST_DAYS),
    durations: rows.flatMap((row) =>
      row.part === "duration" && row.seconds !== null
        ? [{ seconds: row.seconds, ...outcomesOf(row), result: formatMicro(row.pnl) }]
        : [],
    ),
  };
}
