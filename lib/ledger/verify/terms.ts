import { Prisma } from "@/lib/platform/db";
import type { LedgerCheck } from "./checks";

// What was agreed to against what was in force then. A change is in force once its transaction ends, which is after the
// time that it says: what was agreed to within a minute of it may have been under either state.

/** Every state of what the functions decide by, with when it ended. */
const rules = Prisma.sql`
  SELECT h.since, lead(h.since) OVER (ORDER BY h.id) AS until, r.*
  FROM site_rule_history h CROSS JOIN LATERAL jsonb_to_record(h.rule) AS r (
    option_min_micro bigint, option_max_micro bigint, manual_min_micro bigint, manual_max_micro bigint, manual_fee_ppm integer, manual_spread_ppm integer, ai_min_micro bigint,
    ai_max_micro bigint, storage_fee_ppm integer, withdrawal_min_micro bigint, withdrawal_fee_micro bigint, referral_rate_ppm integer)`;

/** Rows of what was agreed to at `at` that no state of that time explains. Nothing is known from before the first one. */
export const unexplained = (from: Prisma.Sql, at: Prisma.Sql, follows: Prisma.Sql) => Prisma.sql`
  WITH rule AS MATERIALIZED (${rules})
  SELECT t.id, ${at} AS at FROM ${from} AND ${at} >= (SELECT min(since) FROM rule)
    AND NOT EXISTS (SELECT FROM rule WHERE rule.since <= ${at} + interval '1 second'
      AND coalesce(rule.until + interval '1 minute' > ${at}, true) AND ${follows})`;

/** The numbers of all ticks at which something was traded or valued. */
const usedTicks = Prisma.sql`
  SELECT entry_tick_seq AS seq FROM trade WHERE entry_tick_seq IS NOT NULL
  UNION SELECT exit_tick_seq FROM trade WHERE exit_tick_seq IS NOT NULL
  UNION SELECT tick_seq FROM vault_conversion WHERE tick_seq IS NOT NULL
  UNION SELECT value_tick_seq FROM withdrawal WHERE value_tick_seq IS NOT NULL`;

const medianOf = (values: string) =>
  Prisma.raw(`mul_div_half_even(${values}[(quotes + 1) / 2] + ${values}[quotes / 2 + 1], 1, 2)`);

/** What must hold of terms: rates, durations, limits, addresses, and prices by what the exchanges quoted. */
export const termChecks: LedgerCheck[] = [
  {
    name: "offers",
    claim: "each option has a duration and a rate that were offered when it was opened",
    query: Prisma.sql`
      SELECT t.id, t.opened_at, t.duration_seconds, t.payout_rate_ppm FROM trade t
      WHERE t.type = 'option' AND t.opened_at >= (SELECT min(offered_from) FROM option_offer) AND NOT EXISTS (
        SELECT FROM option_offer o WHERE (o.duration_seconds, o.payout_rate_ppm) = (t.duration_seconds, t.payout_rate_ppm)
          AND o.offered_from <= t.opened_at + interval '1 second'
          AND coalesce(o.offered_until + interval '1 minute' > t.opened_at, true))`,
  },
  {
    name: "stakes",
    claim: "each option's stake and each run's amount were within the limits of that time",
    query: Prisma.sql`
      SELECT * FROM (${unexplained(Prisma.sql`trade t WHERE t.type = 'option'`, Prisma.sql`t.opened_at`, Prisma.sql`t.amount_micro BETWEEN rule.option_min_micro AND rule.option_max_micro`)}) AS option
      UNION ALL
      SELECT * FROM (${unexplained(Prisma.sql`strategy_run t WHERE true`, Prisma.sql`t.started_at`, Prisma.sql`t.allocated_micro BETWEEN rule.ai_min_micro AND rule.ai_max_micro`)}) AS run`,
  },
  {
    name: "fees",
    claim: "each spot trade, conversion and commission has the fee or rate that was in force then",
    query: Prisma.sql`
      SELECT * FROM (${unexplained(
        Prisma.sql`trade t WHERE t.type IN ('manual', 'ai') AND t.fill_rules = 2 AND t.order_id IS NULL`,
        Prisma.sql`t.opened_at`,
        Prisma.sql`(t.fee_rate_ppm, t.spread_ppm) IN ((rule.manual_fee_ppm, rule.manual_spread_ppm),
          (least(rule.manual_fee_ppm, 999999), least(rule.manual_spread_ppm, 1999999)))`,
      )}) AS spot
      UNION ALL
      SELECT * FROM (${unexplained(
        Prisma.sql`vault_conversion t WHERE t.fill_rules = 2 AND t.currency = 'USDT'`,
        Prisma.sql`t.accepted_at`,
        Prisma.sql`t.fee_rate_ppm = rule.storage_fee_ppm`,
      )}) AS conversion
      UNION ALL
      SELECT t.id, t.created_at FROM referral_earning t
      WHERE t.created_at >= (SELECT min(since) FROM site_rule_history) AND NOT EXISTS (
        SELECT FROM (${rules}) AS rule WHERE t.earned_micro <= referral_commission(t.fee_micro, rule.referral_rate_ppm))`,
  },
  {
    name: "withdrawal terms",
    claim: "each withdrawal has the fee of that time, and at least the minimum",
    query: unexplained(
      Prisma.sql`withdrawal t WHERE true`,
      Prisma.sql`t.created_at`,
      Prisma.sql`coalesce(t.value_micro, t.amount_micro) >= rule.withdrawal_min_micro AND CASE t.currency
          WHEN 'XAUT' THEN abs(t.fee_micro - mul_div_up(rule.withdrawal_fee_micro, 100000000, t.value_bid_e8))
            <= mul_div_up(rule.withdrawal_fee_micro, 100000000, t.value_bid_e8) / 200 + 1
          ELSE t.fee_micro = rule.withdrawal_fee_micro END`,
    ),
  },
  {
    name: "site rules",
    claim:
      "what the functions decide by is its newest recorded state, and each state and offer of the application's has its entry in the audit log",
    query: Prisma.sql`
      SELECT 'state' AS what, to_jsonb(s) AS is FROM site_rule s
      WHERE to_jsonb(s) IS DISTINCT FROM (SELECT h.rule FROM site_rule_history h ORDER BY h.id DESC LIMIT 1)
      UNION ALL
      SELECT change.what, to_jsonb(change) FROM (
        SELECT 'change' AS what, id, since AS at FROM site_rule_history WHERE by_application
        UNION ALL SELECT 'offer', id, offered_from FROM option_offer WHERE by_application
      ) AS change
      WHERE NOT EXISTS (SELECT FROM audit_entry e WHERE e.action LIKE 'settings.%'
        AND e.at BETWEEN change.at - interval '1 minute' AND change.at + interval '1 minute')`,
  },
  {
    name: "saved addresses",
    claim:
      "each withdrawal that was bound to saved addresses went to one of its user's, saved 24 hours before and not removed",
    query: Prisma.sql`
      SELECT w.id, w.address, a.address AS saved, a.created_at, a.usable_from, a.deleted_at FROM withdrawal w
      JOIN app_user u ON u.id = w.user_id
      LEFT JOIN withdrawal_address a ON a.id = w.saved_address_id
      WHERE w.saved_address_id IS NOT NULL AND NOT (a.id IS NULL AND u.erased_at IS NOT NULL) AND (
        (a.user_id, a.currency, a.network) IS DISTINCT FROM (w.user_id, w.currency, w.network)
        OR NOT (a.address = w.address OR (w.address ~* '^(0x|bc1)' AND lower(a.address) = lower(w.address)))
        OR a.usable_from > w.created_at OR a.usable_from < a.created_at + interval '24 hours' - interval '1 minute'
        OR a.deleted_at < w.created_at)`,
  },
  {
    name: "prices",
    claim:
      "each price that something was traded at is the median of what its exchanges quoted, where they are recorded",
    query: Prisma.sql`
      SELECT k.seq, k.price_e8, k.bid_e8, k.ask_e8, k.source_count, k.sources FROM market_tick k
      JOIN (${usedTicks}) AS used ON used.seq = k.seq
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS quotes, count(DISTINCT split_part(q.source, ':', 1)) AS exchanges,
          array_agg(q.bid ORDER BY q.bid) AS bids, array_agg(q.ask ORDER BY q.ask) AS asks,
          array_agg(q.mid ORDER BY q.mid) AS mids
        FROM (
          SELECT s.source, s.bid, s.ask, mul_div_half_even(s.bid + s.ask, 1, 2) AS mid FROM (
            SELECT o ->> 'source' AS source, ((o ->> 'bid')::numeric * 100000000)::bigint AS bid,
              ((o ->> 'ask')::numeric * 100000000)::bigint AS ask
            FROM jsonb_array_elements(k.sources) AS o
          ) AS s
        ) AS q
      ) AS said
      WHERE NOT k.simulated AND k.sources -> 0 ? 'bid' AND (k.source_count, k.price_e8, k.bid_e8, k.ask_e8) IS DISTINCT FROM
        (said.exchanges, ${medianOf("said.mids")}, ${medianOf("said.bids")}, ${medianOf("said.asks")})`,
  },
];
