import { reading } from "@/lib/platform/db";
import { type AdminFilter, conditionsOf, usersOf } from "./data";

export type StatusTotal = {
  status: string;
  count: number;
  stakeMicro: bigint;
  payoutMicro: bigint;
  pnlMicro: bigint;
};

type Row = Omit<StatusTotal, "count"> & { count: bigint };

const toTotal = ({ count, ...sums }: Row): StatusTotal => ({ ...sums, count: Number(count) });

/**
 * Number and sums of a filter's trades by status, in USDT. A buy counts as stake with what it spent, a sale as
 * payout with what it brought. Finished days come from their sums, so that no request adds up a year.
 * @throws AppError VALIDATION when too many users match
 */
export async function totalTrades(filter: AdminFilter): Promise<StatusTotal[]> {
  const userIds = await usersOf(filter);
  const rows = await (userIds === null ? ofEverybody(filter) : ofUsers(userIds, filter));
  return rows.map(toTotal);
}

const START = new Date(0);
const END = new Date("9999-01-01");

/** Of at most as many users as a search may mean: few enough to add up. */
function ofUsers(userIds: string[], filter: AdminFilter): Promise<Row[]> {
  const { from = START, to = END } = filter;
  return reading.sql<Row[]>`
    SELECT status, count(*) AS count, coalesce(sum(amount_micro) FILTER (WHERE currency = 'USDT'), 0)::bigint AS "stakeMicro",
      (coalesce(sum(payout_micro), 0) + coalesce(sum(received_micro) FILTER (WHERE side = 'sell'), 0))::bigint AS "payoutMicro",
      coalesce(sum(pnl_micro), 0)::bigint AS "pnlMicro"
    FROM trade WHERE user_id = ANY (${userIds}::uuid[]) AND opened_at >= ${from} AND opened_at < ${to}
      ${conditionsOf(filter, reading.sql`coalesce(direction, side)`)}
    GROUP BY status ORDER BY status`;
}

/** Whole days from their sums, and what the period has before, between and after them from the trades. */
function ofEverybody(filter: AdminFilter): Promise<Row[]> {
  const { from = START, to = END } = filter;
  const rest = conditionsOf(filter, reading.sql`way`);
  return reading.sql<Row[]>`
    WITH head AS (
      SELECT coalesce((SELECT before_day FROM trade_day_head), '1970-01-01'::date) AS before_day
    ), days AS (
      -- The first whole day of the period, and the first day that is not summed or not whole in it.
      SELECT ((${from}::timestamptz + interval '24 hours' - interval '1 microsecond') AT TIME ZONE 'UTC')::date AS first,
        least(before_day, (${to}::timestamptz AT TIME ZONE 'UTC')::date) AS last FROM head
    ), edges AS (
      SELECT least(first::timestamp AT TIME ZONE 'UTC', ${to}) AS upto, greatest(first, last)::timestamp AT TIME ZONE 'UTC' AS since FROM days
    ), live AS MATERIALIZED (
      -- By itself, so that nothing but the period can choose the index.
      SELECT s.* FROM edges, trade_sums(${from}, upto) AS s WHERE upto > ${from}
      UNION ALL
      SELECT s.* FROM edges, trade_sums(since, ${to}) AS s WHERE since < ${to}
    ), parts AS (
      SELECT type, status, way, trades, stake_micro, payout_micro, pnl_micro FROM trade_day, days WHERE day >= first AND day < last
      UNION ALL
      SELECT o_type, o_status, o_way, o_trades, o_stake_micro, o_payout_micro, o_pnl_micro FROM live
    )
    SELECT status, sum(trades)::bigint AS count, sum(stake_micro)::bigint AS "stakeMicro", sum(payout_micro)::bigint AS "payoutMicro",
      sum(pnl_micro)::bigint AS "pnlMicro"
    FROM parts WHERE true ${rest} GROUP BY status ORDER BY status`;
}

/** Adds the sums of days that are over. @returns how many days there were */
export async function sumFinishedDays(): Promise<number> {
  const [row] = await reading.sql<{ days: number }[]>`SELECT sum_trade_days() AS days`;
  return row?.days ?? 0;
}
