import { Prisma } from "@/lib/platform/db";
import type { LedgerCheck } from "./checks";
import { unexplained } from "./terms";

// Amounts against the limits that were in force then: of the product, of the user and of the plan.

/** Every state of plans or of users' own limits, with when it ended. */
const states = (subject: "saving_plan" | "trade_config", columns: Prisma.Sql) => Prisma.sql`
  SELECT h.subject_id, h.since, lead(h.since) OVER (PARTITION BY h.subject_id ORDER BY h.id) AS until, r.*
  FROM terms_history h CROSS JOIN LATERAL jsonb_to_record(h.terms) AS r (${columns}) WHERE h.subject = ${subject}`;

/**
 * Rows of what was agreed to at `at` that no state of `whose` allows. A change is in force once its transaction ends, so
 * within a minute of it either state counts; from before the first one nothing is known, of a user's own limits that
 * there were none.
 */
const disallowed = (
  { from, at, whose, earliest }: Record<"from" | "at" | "whose" | "earliest", Prisma.Sql>,
  allows: Prisma.Sql,
) => Prisma.sql`
  SELECT t.id, ${at} AS at FROM ${from}
    AND EXISTS (SELECT FROM state s WHERE s.subject_id = ${whose} AND s.since <= ${earliest})
    AND NOT EXISTS (SELECT FROM state s WHERE s.subject_id = ${whose} AND s.since <= ${at} + interval '1 second'
      AND coalesce(s.until + interval '1 minute' > ${at}, true) AND ${allows})`;

/**
 * What a spot trade is worth in USDT, for its limits: of a sale the least that it was at a price just before its fill,
 * less what a price may have moved between ticks that are kept.
 */
const spotWorth = Prisma.sql`CASE t.side WHEN 'buy' THEN t.amount_micro ELSE (
  SELECT min(mul_div_down(t.amount_micro, spot_price('sell', k.bid_e8, k.ask_e8, t.spread_ppm), 100000000)) * 97 / 100
  FROM market_tick k WHERE k.seq BETWEEN t.entry_tick_seq - 30 AND t.entry_tick_seq) END`;

/** What an order is worth in USDT, for its limits. */
const orderWorth = Prisma.sql`CASE t.side WHEN 'buy' THEN t.amount_micro ELSE mul_div_down(t.amount_micro, t.price_e8, 100000000) END`;

const spotTrades = Prisma.sql`trade t WHERE t.type = 'manual' AND t.fill_rules = 2 AND t.order_id IS NULL AND (t.side = 'buy' OR t.entry_tick_seq IS NOT NULL)`;

const own = (from: Prisma.Sql, at: Prisma.Sql) => ({
  from,
  at,
  whose: Prisma.sql`t.user_id`,
  earliest: Prisma.sql`${at} - interval '1 minute'`,
});
const upTo = (amount: Prisma.Sql) => Prisma.sql`coalesce(${amount} <= s.max_amount_micro, true)`;
const within = (amount: Prisma.Sql) =>
  Prisma.sql`${upTo(amount)} AND coalesce(${amount} >= s.min_amount_micro, true)`;

/** What must hold of amounts beside the limits of options and runs. */
export const limitChecks: LedgerCheck[] = [
  {
    name: "spot limits",
    claim: "each spot trade was within the limits of that time; the whole rest may be sold",
    query: unexplained(
      spotTrades,
      Prisma.sql`t.opened_at`,
      Prisma.sql`coalesce(${spotWorth} <= rule.manual_max_micro, true)
        AND (t.side = 'sell' OR t.amount_micro >= rule.manual_min_micro)`,
    ),
  },
  {
    name: "own limits",
    claim:
      "each option, spot trade, order and run was within what its user was allowed then, of a product that was on for them",
    query: Prisma.sql`
      WITH state AS MATERIALIZED (${states(
        "trade_config",
        Prisma.sql`option_enabled boolean, manual_enabled boolean, ai_enabled boolean, min_amount_micro bigint, max_amount_micro bigint`,
      )})
      SELECT * FROM (${disallowed(
        own(Prisma.sql`trade t WHERE t.type = 'option'`, Prisma.sql`t.opened_at`),
        Prisma.sql`s.option_enabled IS NOT FALSE AND ${within(Prisma.sql`t.amount_micro`)}`,
      )}) AS option
      UNION ALL
      SELECT * FROM (${disallowed(
        own(spotTrades, Prisma.sql`t.opened_at`),
        Prisma.sql`s.manual_enabled IS NOT FALSE AND ${upTo(spotWorth)}
          AND (t.side = 'sell' OR coalesce(t.amount_micro >= s.min_amount_micro, true))`,
      )}) AS spot
      UNION ALL
      SELECT * FROM (${disallowed(
        own(Prisma.sql`resting_order t WHERE true`, Prisma.sql`t.accepted_at`),
        Prisma.sql`s.manual_enabled IS NOT FALSE AND ${upTo(orderWorth)}
          AND (t.side = 'sell' OR coalesce(t.amount_micro >= s.min_amount_micro, true))`,
      )}) AS resting
      UNION ALL
      SELECT * FROM (${disallowed(
        own(Prisma.sql`strategy_run t WHERE true`, Prisma.sql`t.started_at`),
        Prisma.sql`s.ai_enabled IS NOT FALSE AND ${within(Prisma.sql`t.allocated_micro`)}`,
      )}) AS run`,
  },
  {
    name: "saving terms",
    claim: "each saving has the rate, term and at least the minimum of its plan as it was then",
    query: Prisma.sql`
      WITH state AS MATERIALIZED (${states(
        "saving_plan",
        Prisma.sql`type text, currency text, daily_rate_ppb bigint, duration_days integer, min_amount_micro bigint,
          max_amount_micro bigint, capacity_micro bigint, is_active boolean, deleted_at timestamptz`,
      )})
      ${disallowed(
        {
          from: Prisma.sql`saving_record t WHERE true`,
          at: Prisma.sql`t.created_at`,
          whose: Prisma.sql`t.plan_id`,
          earliest: Prisma.sql`t.created_at + interval '1 second'`,
        },
        Prisma.sql`s.is_active AND s.deleted_at IS NULL
          AND (s.type, s.currency, s.daily_rate_ppb, s.duration_days) IS NOT DISTINCT FROM
            (t.type, t.currency, t.daily_rate_ppb, t.duration_days)
          AND ${within(Prisma.sql`t.principal_micro`)} AND coalesce(t.principal_micro <= s.capacity_micro, true)`,
      )}`,
  },
];
