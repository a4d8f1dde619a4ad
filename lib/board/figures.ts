/** One statement a figure. Their definitions in words are `transparency.board.definitions` of messages/. */
import { sql } from "@/lib/platform/db";
import { type BoardFigures, type DayOfPrices, MIN_CASES, MIN_PEOPLE } from "./schema";

/** From the beginning of a UTC day to the beginning of another. */
export type Period = { from: Date; to: Date };
type Waits = { cases: number; medianSeconds: number | null; p95Seconds: number | null };
type Queue = BoardFigures["deposits"];
type Reasons = Pick<Queue, "refused" | "reasons">;

const enough = <W extends Waits>(row: W): W =>
  row.cases < MIN_CASES ? { ...row, medianSeconds: null, p95Seconds: null } : row;

function only<T>([row]: readonly T[]): T {
  if (!row) throw new Error("An aggregate answered no row");
  return row;
}

/** From the report of a deposit to its credit. */
export async function depositFigures({ from, to }: Period): Promise<Queue> {
  const rows = await sql<(Waits & { waiting: number } & Reasons)[]>`
    WITH ended AS MATERIALIZED (
      SELECT d.user_id, d.status, d.admin_notes, extract(epoch FROM d.processed_at - d.created_at) AS seconds
      FROM deposit d WHERE d.processed_at >= ${from} AND d.processed_at < ${to}
    ), told AS (
      SELECT e.admin_notes AS reason, count(*)::int AS count FROM ended e
      WHERE e.status = 'failed' AND e.admin_notes IS NOT NULL
      GROUP BY 1 HAVING count(DISTINCT e.user_id) >= ${MIN_PEOPLE}
    )
    SELECT count(*) FILTER (WHERE status = 'completed')::int AS cases,
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FILTER (WHERE status = 'completed'))::int AS "medianSeconds",
      (percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) FILTER (WHERE status = 'completed'))::int AS "p95Seconds",
      count(*) FILTER (WHERE status = 'failed')::int AS refused,
      (SELECT count(*) FROM deposit w WHERE w.status = 'pending' AND w.created_at < ${to})::int AS waiting,
      (SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t.count DESC, t.reason), '[]') FROM told t) AS reasons
    FROM ended`;
  return enough(only(rows));
}

/** From the request of a withdrawal to its payment. */
export async function withdrawalFigures({ from, to }: Period): Promise<Queue> {
  const rows = await sql<(Waits & { waiting: number } & Reasons)[]>`
    WITH ended AS MATERIALIZED (
      SELECT o.user_id, o.status, o.admin_notes, extract(epoch FROM o.processed_at - o.created_at) AS seconds
      FROM withdrawal o WHERE o.processed_at >= ${from} AND o.processed_at < ${to}
    ), told AS (
      SELECT e.admin_notes AS reason, count(*)::int AS count FROM ended e
      WHERE e.status = 'failed' AND e.admin_notes IS NOT NULL
      GROUP BY 1 HAVING count(DISTINCT e.user_id) >= ${MIN_PEOPLE}
    )
    SELECT count(*) FILTER (WHERE status = 'completed')::int AS cases,
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FILTER (WHERE status = 'completed'))::int AS "medianSeconds",
      (percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) FILTER (WHERE status = 'completed'))::int AS "p95Seconds",
      count(*) FILTER (WHERE status = 'failed')::int AS refused,
      (SELECT count(*) FROM withdrawal w WHERE w.status IN ('pending', 'processing') AND w.created_at < ${to})::int AS waiting,
      (SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t.count DESC, t.reason), '[]') FROM told t) AS reasons
    FROM ended`;
  return enough(only(rows));
}

/** From the first message of a conversation to the first answer by a person. */
export async function supportFigures({ from, to }: Period): Promise<BoardFigures["support"]> {
  const rows = await sql<BoardFigures["support"][]>`
    SELECT count(seconds)::int AS cases, (count(*) - count(seconds))::int AS unanswered,
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::int AS "medianSeconds",
      (percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds))::int AS "p95Seconds"
    FROM (
      SELECT extract(epoch FROM reply.at - asked.at) AS seconds FROM chat c CROSS JOIN LATERAL (
        SELECT m.created_at AS at FROM chat_message m WHERE m.chat_id = c.id AND m.sender = 'user' ORDER BY m.id LIMIT 1
      ) AS asked LEFT JOIN LATERAL (
        SELECT r.created_at AS at FROM chat_message r
        WHERE r.chat_id = c.id AND r.sender = 'support' AND r.created_at >= asked.at AND r.created_at < ${to}
        ORDER BY r.id LIMIT 1
      ) AS reply ON true
      WHERE c.last_message_at IS NOT NULL AND c.created_at >= ${from} AND c.created_at < ${to}
    ) AS conversation`;
  return enough(only(rows));
}

type LiveRow = { strategy: string; runs: number; live: string | null };

/**
 * What runs came to that were there at any time of the period, all results by all amounts: what those that ended gave
 * back, and of the others their cash and their gold at the newest bid.
 */
export async function strategyFigures({ from, to }: Period): Promise<LiveRow[]> {
  return sql<LiveRow[]>`
    WITH runs AS (
      SELECT r.strategy, r.allocated_micro, r.returned_micro AS worth FROM strategy_run r
      WHERE r.stopped_at >= ${from} AND r.stopped_at < ${to}
      UNION ALL
      SELECT r.strategy, r.allocated_micro,
        r.cash_micro + CASE WHEN r.holding_micro = 0 THEN 0 ELSE mul_div_down(r.holding_micro, h.bid_e8, 100000000) END
      FROM strategy_run r LEFT JOIN market_head h ON true WHERE r.status <> 'stopped' AND r.started_at < ${to}
    )
    SELECT strategy, count(*)::int AS runs, CASE WHEN count(*) >= ${MIN_CASES}
      THEN round((sum(worth) - sum(allocated_micro)) / sum(allocated_micro), 6)::text END AS live
    FROM runs WHERE worth IS NOT NULL GROUP BY strategy`;
}

/**
 * For how many seconds of a day that has ended there was a price of at most 10 seconds before, from the first price that
 * was ever recorded on. Null for days before it.
 */
export async function pricesOfDay(day: string): Promise<DayOfPrices | null> {
  const [row] = await sql<(DayOfPrices & { seconds: number })[]>`
    WITH day AS (
      SELECT ${day}::timestamp AT TIME ZONE 'UTC' AS begins, (${day}::date + 1)::timestamp AT TIME ZONE 'UTC' AS ends
    ), first AS (
      SELECT greatest(d.begins, (SELECT at FROM market_tick ORDER BY seq LIMIT 1)) AS begins, d.ends FROM day d
      WHERE d.ends > (SELECT at FROM market_tick ORDER BY seq LIMIT 1)
    ), ticks AS (
      SELECT t.at, t.simulated, lead(t.at, 1, d.ends) OVER (ORDER BY t.at) AS next FROM day d, market_tick t
      WHERE t.at >= ${day}::timestamp AT TIME ZONE 'UTC' - interval '10 seconds'
        AND t.at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'
    )
    SELECT ${day} AS day, floor(extract(epoch FROM f.ends - f.begins))::int AS seconds,
      least(floor(coalesce(sum(greatest(extract(epoch FROM
        least(t.next, t.at + interval '10 seconds', f.ends) - greatest(t.at, f.begins)), 0)), 0)),
        floor(extract(epoch FROM f.ends - f.begins)))::int AS covered,
      coalesce(bool_or(t.simulated), false) AS simulated
    FROM first f LEFT JOIN ticks t ON true GROUP BY f.begins, f.ends`;
  return row ?? null;
}
