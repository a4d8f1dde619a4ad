import { Prisma } from "@/lib/platform/db";
import type { LedgerCheck } from "./verify-checks";

const fills = Prisma.sql`SELECT * FROM trade WHERE type IN ('manual', 'ai') AND status = 'filled'`;

/** XAUT of a sale that had been bought, and its cost at the average of the position before. */
const closed = Prisma.sql`least(t.amount_micro, t.position_micro)`;
const closedCost = Prisma.sql`mul_div_half_even(t.position_cost_micro, ${closed}, greatest(t.position_micro, 1))`;

/** What must hold of spot trades: manual ones and fills of strategies. */
export const spotChecks: LedgerCheck[] = [
  {
    name: "spot fills",
    claim:
      "each spot trade follows from the tick it names, its fee rate and the position before it",
    query: Prisma.sql`
      SELECT t.id, t.side, t.entry_price_e8, t.fee_micro, t.received_micro, t.pnl_micro, k.seq, price.e8
      FROM (${fills}) AS t
      LEFT JOIN market_tick k ON k.seq = t.entry_tick_seq AND k.at = t.entry_at
      CROSS JOIN LATERAL (SELECT spot_price(t.side, k.bid_e8, k.ask_e8, t.spread_ppm) AS e8) AS price
      CROSS JOIN LATERAL (SELECT CASE t.side WHEN 'buy' THEN t.amount_micro
        ELSE mul_div_half_even(t.amount_micro, price.e8, 100000000) END AS micro) AS gross
      WHERE k.at > t.opened_at OR t.opened_at > k.at + interval '11 seconds'
        OR (t.entry_price_e8, t.simulated, t.fee_micro, t.received_micro, t.pnl_micro) IS DISTINCT FROM (
          price.e8, k.simulated, spot_fee(gross.micro, t.fee_rate_ppm),
          CASE t.side WHEN 'buy' THEN mul_div_half_even(t.amount_micro - t.fee_micro, 100000000, price.e8)
            ELSE gross.micro - t.fee_micro END,
          CASE WHEN t.side = 'sell' AND ${closed} > 0
            THEN mul_div_half_even(t.received_micro, ${closed}, t.amount_micro) - ${closedCost} END)`,
  },
  {
    name: "spot money",
    claim: "each spot trade moved exactly what it says between its owner and the house",
    query: Prisma.sql`
      SELECT trade_id, t.side, usdt, xaut, fee FROM (
        SELECT x.reference_id AS trade_id, min(a.owner_id::text)::uuid AS owner_id, count(DISTINCT a.owner_id) AS owners,
          coalesce(sum(side.delta) FILTER (WHERE a.owner_id IS NOT NULL AND x.currency = 'USDT'), 0) AS usdt,
          coalesce(sum(side.delta) FILTER (WHERE a.owner_id IS NOT NULL AND x.currency = 'XAUT'), 0) AS xaut,
          coalesce(sum(side.delta) FILTER (WHERE a.kind = 'fees'), 0) AS fee
        FROM ledger_transfer x JOIN ledger_journal j ON j.id = x.journal_id AND j.kind IN ('manual_trade', 'ai_trade')
        CROSS JOIN LATERAL (VALUES (x.debit_account_id, -x.amount_micro), (x.credit_account_id, x.amount_micro))
          AS side (account_id, delta)
        JOIN ledger_account a ON a.id = side.account_id GROUP BY x.reference_id
      ) AS moved FULL JOIN (${fills}) AS t ON t.id = moved.trade_id
      WHERE (owner_id, owners, usdt, xaut, fee) IS DISTINCT FROM (t.user_id, 1::bigint,
        CASE t.side WHEN 'buy' THEN -t.amount_micro ELSE t.received_micro END::numeric,
        CASE t.side WHEN 'buy' THEN t.received_micro ELSE -t.amount_micro END::numeric, t.fee_micro::numeric)`,
  },
  {
    name: "spot positions",
    claim: "each book's position is what its buys added, its sales took and adjustments wrote off",
    query: Prisma.sql`
      SELECT book_id, s.quantity_micro, s.cost_micro, s.realised_micro, f.quantity, f.cost, f.realised
      FROM spot_position s FULL JOIN (
        SELECT book_id, sum(quantity) AS quantity, sum(cost) AS cost, coalesce(sum(pnl_micro), 0) AS realised FROM (
          SELECT coalesce(t.strategy_run_id, t.user_id) AS book_id, t.pnl_micro,
            CASE t.side WHEN 'buy' THEN t.received_micro ELSE -${closed} END AS quantity,
            CASE t.side WHEN 'buy' THEN t.amount_micro ELSE -${closedCost} END AS cost
          FROM (${fills}) AS t
          UNION ALL SELECT w.book_id, NULL, -w.quantity_micro, -w.cost_micro FROM spot_write_off w
        ) AS step GROUP BY book_id
      ) AS f USING (book_id)
      WHERE coalesce(s.quantity_micro, 0) <> coalesce(f.quantity, 0) OR coalesce(s.cost_micro, 0) <> coalesce(f.cost, 0)
        OR coalesce(s.realised_micro, 0) <> coalesce(f.realised, 0)`,
  },
  {
    name: "spot write-offs",
    claim:
      "each write-off took its share of the cost, of no more XAUT than its adjustment's owner had bought",
    query: Prisma.sql`
      SELECT w.adjustment_id, w.quantity_micro, w.cost_micro FROM spot_write_off w
      LEFT JOIN balance_adjustment a ON a.id = w.adjustment_id
      WHERE (a.user_id, a.currency, a.operation) IS DISTINCT FROM (w.book_id, 'XAUT', 'subtract')
        OR w.quantity_micro NOT BETWEEN 1 AND w.position_micro
        OR w.cost_micro <> mul_div_half_even(w.position_cost_micro, w.quantity_micro, greatest(w.position_micro, 1))`,
  },
];
