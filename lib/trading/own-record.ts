import { reading } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import type { OwnRecord } from "./own-record-schema";

type Row = { seconds: number; won: number; lost: number; refunded: number; pnl: bigint };

/** How all settled options of a user ended, by duration, shortest first. What was void is not in it. */
export async function ownRecord(userId: string): Promise<OwnRecord> {
  const rows = await reading.prisma.$queryRaw<Row[]>`
    SELECT t.duration_seconds AS seconds, count(*) FILTER (WHERE t.status = 'won')::int AS won,
      count(*) FILTER (WHERE t.status = 'lost')::int AS lost, count(*) FILTER (WHERE t.status = 'refunded')::int AS refunded,
      coalesce(sum(t.pnl_micro), 0)::bigint AS pnl
    FROM trade t
    WHERE t.user_id = ${userId}::uuid AND t.type = 'option' AND t.settled_at IS NOT NULL AND t.status IN ('won', 'lost', 'refunded')
    GROUP BY 1 ORDER BY 1`;
  return {
    durations: rows.map(({ seconds, won, lost, refunded, pnl }) => ({
      seconds,
      won,
      lost,
      refunded,
      winRate: won + lost === 0 ? null : (won / (won + lost)).toFixed(4),
      result: formatMicro(pnl),
    })),
  };
}
