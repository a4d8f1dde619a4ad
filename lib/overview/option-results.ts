import { sql } from "@/lib/platform/db";
import { breakEvenRate } from "@/lib/trading/rules";
import { rate } from "@/lib/trading/serializers";
import type { OptionResultDto } from "./schema";
import { winInterval } from "./win-rate";

const DAYS = 30;
const shareText = (share: number) => share.toFixed(4);

type Row = { seconds: number; ratePpm: number; won: number; lost: number };

/**
 * Won and lost options of 30 UTC days, by duration and payout rate. Finished days come from their sums.
 * @param lastDay counted back from today, which is 0
 */
export async function optionResults(lastDay = 0): Promise<OptionResultDto[]> {
  const rows = await sql<Row[]>`
    WITH period AS (
      SELECT (app_now() AT TIME ZONE 'UTC')::date - ${DAYS - 1 + lastDay}::integer AS first_day,
        (app_now() AT TIME ZONE 'UTC')::date - ${lastDay}::integer AS last_day
    ), head AS (
      SELECT greatest(coalesce((SELECT before_day FROM trade_day_head), '1970-01-01'::date), first_day) AS day, last_day FROM period
    ), live AS MATERIALIZED (
      SELECT r.* FROM head, option_results(head.day::timestamp AT TIME ZONE 'UTC', (head.last_day + 1)::timestamp AT TIME ZONE 'UTC') AS r
    ), results AS (
      SELECT d.duration_seconds, d.payout_rate_ppm, d.won, d.lost FROM option_result_day d, period, head
      WHERE d.day >= first_day AND d.day < head.day AND d.day <= period.last_day
      UNION ALL
      SELECT o_duration_seconds, o_payout_rate_ppm, o_won, o_lost FROM live
    )
    SELECT duration_seconds AS seconds, payout_rate_ppm AS "ratePpm", sum(won)::float8 AS won, sum(lost)::float8 AS lost
    FROM results GROUP BY 1, 2 ORDER BY 1, 2`;
  return rows.map(({ seconds, ratePpm, won, lost }) => {
    const decided = won + lost;
    const { low, high } = winInterval(won, decided);
    const payoutRate = rate(ratePpm);
    const breakEven = breakEvenRate(payoutRate);
    return {
      seconds,
      payoutRate,
      won,
      decided,
      winRate: shareText(won / decided),
      low: shareText(low),
      high: shareText(high),
      breakEven,
      isAbove: low > Number(breakEven),
    };
  });
}
