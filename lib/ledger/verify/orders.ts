import { Prisma } from "@/lib/platform/db";
import type { LedgerCheck } from "./checks";
import { unexplained } from "./terms";

const sides = Prisma.raw(
  "min(m.ask_e8) AS low_ask, max(m.ask_e8) AS high_ask, min(m.bid_e8) AS low_bid, max(m.bid_e8) AS high_bid",
);

/** Whether prices between these can meet an order: of a tick both are the same. */
const mayMeet = (lowAsk: string, highAsk: string, lowBid: string, highBid: string) =>
  Prisma.raw(`CASE WHEN o.side = 'buy' AND o.type = 'limit' THEN ${lowAsk} <= o.price_e8
    WHEN o.side = 'buy' THEN ${highAsk} >= o.price_e8
    WHEN o.type = 'limit' THEN ${highBid} >= o.price_e8
    ELSE ${lowBid} <= o.price_e8 END`);

/**
 * The first tick that an order has to be filled at, by the rule itself. An order may wait for months: the hours in
 * which no tick can have met it are passed over.
 */
const firstMeeting = Prisma.sql`
  SELECT m.seq, m.at FROM hour h JOIN market_tick m ON m.at >= h.at AND m.at < h.at + interval '1 hour'
  WHERE h.at + interval '1 hour' > o.accepted_at AND ${mayMeet("h.low_ask", "h.high_ask", "h.low_bid", "h.high_bid")}
    AND h.at <= coalesce(o.due_at, o.closed_at, 'infinity') AND m.at > o.accepted_at AND NOT m.contested
    AND least(m.at, m.known_at) > o.accepted_at AND coalesce(m.at < o.expires_at, true)
    AND ${mayMeet("m.ask_e8", "m.ask_e8", "m.bid_e8", "m.bid_e8")}
    AND (o.type = 'stop' OR CASE o.side WHEN 'buy' THEN spot_price('buy', m.bid_e8, m.ask_e8, o.spread_ppm) <= o.price_e8
      ELSE spot_price('sell', m.bid_e8, m.ask_e8, o.spread_ppm) >= o.price_e8 END)
  ORDER BY m.at LIMIT 1`;

/** What must hold of orders that wait for a price of their user's choice. */
export const orderChecks: LedgerCheck[] = [
  {
    name: "orders",
    claim:
      "each order is due at the first uncontested tick after its acceptance and before its end that meets its price, and what no tick met was not filled",
    query: Prisma.sql`
      WITH hour AS MATERIALIZED (
        SELECT date_trunc('hour', m.at) AS at, ${sides} FROM market_tick m
        WHERE NOT m.contested AND m.at > (SELECT min(accepted_at) FROM resting_order) GROUP BY 1
      )
      SELECT o.id, o.status, o.tick_seq, first.seq, o.due_at FROM resting_order o
      CROSS JOIN LATERAL (SELECT coalesce((SELECT tick_seq FROM resting_order_head), 0) AS seq) AS head
      LEFT JOIN LATERAL (${firstMeeting}) AS first ON true
      WHERE CASE
        WHEN o.status = 'open' AND o.due_at IS NULL THEN first.seq <= head.seq
        -- A tick that was recorded while it was taken back came too late for it.
        WHEN o.close_reason = 'USER' THEN o.due_at IS NOT NULL OR first.seq <= o.compared_seq
          OR first.at < o.closed_at - interval '1 minute'
        WHEN o.tick_seq IS NULL THEN first.seq IS NOT NULL OR o.due_at IS DISTINCT FROM o.expires_at
        ELSE (o.tick_seq, o.due_at) IS DISTINCT FROM (first.seq, first.at) END`,
  },
  {
    name: "order fills",
    claim:
      "each filled order has one trade of its user, at its tick, of its amount and its terms, and no other trade says that it is of an order",
    query: Prisma.sql`
      SELECT o.id, t.id AS trade_id FROM (SELECT * FROM resting_order WHERE status = 'filled') AS o
      FULL JOIN (SELECT * FROM trade WHERE order_id IS NOT NULL) AS t ON t.order_id = o.id
      WHERE (t.id, t.user_id, t.side, t.amount_micro, t.currency, t.fee_rate_ppm, t.spread_ppm, t.entry_tick_seq, t.entry_at, t.type, t.status)
        IS DISTINCT FROM (o.trade_id, o.user_id, o.side, o.amount_micro, o.currency, o.fee_rate_ppm, o.spread_ppm, o.tick_seq, o.due_at, 'manual', 'filled')
        OR o.type = 'limit' AND CASE o.side WHEN 'buy' THEN t.entry_price_e8 > o.price_e8 ELSE t.entry_price_e8 < o.price_e8 END`,
  },
  {
    name: "order reservations",
    claim: "each order set its amount aside once, and gave it back once where it was not filled",
    query: Prisma.sql`
      SELECT id, o.status, o.amount_micro, moved.reserved, moved.released FROM (
        SELECT x.reference_id AS id, min(debit.owner_id::text)::uuid AS owner_id, min(x.currency) AS currency, count(*) AS transfers,
          coalesce(sum(x.amount_micro) FILTER (WHERE j.kind = 'order_reserve'), 0) AS reserved,
          coalesce(sum(x.amount_micro) FILTER (WHERE j.kind = 'order_release'), 0) AS released
        FROM ledger_transfer x JOIN ledger_journal j ON j.id = x.journal_id AND j.kind IN ('order_reserve', 'order_release')
        LEFT JOIN ledger_account debit ON debit.id = x.debit_account_id GROUP BY x.reference_id
      ) AS moved FULL JOIN resting_order AS o USING (id)
      WHERE (moved.owner_id, moved.currency, transfers, reserved, released) IS DISTINCT FROM (o.user_id, o.currency,
        CASE WHEN o.status IN ('cancelled', 'expired') THEN 2 ELSE 1 END::bigint, o.amount_micro::numeric,
        CASE WHEN o.status IN ('cancelled', 'expired') THEN o.amount_micro ELSE 0 END::numeric)`,
  },
  {
    name: "order terms",
    claim:
      "each order has the fee and the spread that were in force when it was placed, and an amount within the limits of that time",
    query: unexplained(
      Prisma.sql`resting_order t WHERE true`,
      Prisma.sql`t.accepted_at`,
      Prisma.sql`(t.fee_rate_ppm, t.spread_ppm) = (least(rule.manual_fee_ppm, 999999), least(rule.manual_spread_ppm, 1999999))
        AND (t.side = 'sell' OR t.amount_micro >= rule.manual_min_micro)
        AND CASE t.side WHEN 'buy' THEN t.amount_micro ELSE mul_div_down(t.amount_micro, t.price_e8, 100000000) END <= rule.manual_max_micro`,
    ),
  },
];
