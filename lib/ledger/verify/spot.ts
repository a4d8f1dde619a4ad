import { Prisma } from "@/lib/platform/db";
import type { LedgerCheck } from "./checks";
import { firstUsable, movedPositions } from "./vault";

const fills = Prisma.sql`SELECT * FROM trade WHERE type IN ('manual', 'ai') AND status = 'filled'`;

/** XAUT of a sale that had been bought, and its cost at the average of the position before. */
const closed = Prisma.sql`least(t.amount_micro, t.position_micro)`;
const closedCost = Prisma.sql`mul_div_half_even(t.position_cost_micro, ${closed}, greatest(t.position_micro, 1))`;

/** What must hold of spot trades: manual ones and fills of strategies. */
export const spotChecks: LedgerCheck[] = [
  {
    name: "spot orders",
    claim:
      "each user's spot trade was filled at the first uncontested tick after its acceptance, within its limit and 10 s, or is void for a reason that holds",
    query: Prisma.sql`
      SELECT t.id, t.status, t.void_reason, t.opened_at, t.entry_tick_seq, first.seq, t.limit_price_e8, price.e8 FROM trade t
      LEFT JOIN LATERAL (${firstUsable(Prisma.sql`t.opened_at`)}) AS first ON true
      CROSS JOIN LATERAL (SELECT spot_price(t.side, first.bid_e8, first.ask_e8, t.spread_ppm) AS e8) AS price
      CROSS JOIN LATERAL (SELECT CASE t.side WHEN 'buy' THEN price.e8 > t.limit_price_e8 ELSE price.e8 < t.limit_price_e8 END AS yes) AS beyond
      WHERE t.type = 'manual' AND t.fill_rules = 2 AND t.order_id IS NULL AND CASE t.status
        WHEN 'pending' THEN t.entry_tick_seq IS NOT NULL
        WHEN 'filled' THEN t.entry_tick_seq IS DISTINCT FROM first.seq OR beyond.yes
        WHEN 'void' THEN CASE t.void_reason WHEN 'NO_PRICE' THEN first.seq IS NOT NULL
          WHEN 'PRICE_MOVED' THEN beyond.yes IS NOT TRUE ELSE first.seq IS NULL END
        ELSE true END`,
  },
  {
    name: "spot reservations",
    claim: "each user's spot trade set its amount aside once, and gave it back where it is void",
    query: Prisma.sql`
      SELECT id, t.status, t.amount_micro, moved.reserved, moved.released FROM (
        SELECT x.reference_id AS id, min(debit.owner_id::text)::uuid AS owner_id, min(x.currency) AS currency, count(*) AS transfers,
          coalesce(sum(x.amount_micro) FILTER (WHERE j.kind = 'trade_reserve'), 0) AS reserved,
          coalesce(sum(x.amount_micro) FILTER (WHERE j.kind = 'trade_release'), 0) AS released
        FROM ledger_transfer x JOIN ledger_journal j ON j.id = x.journal_id AND j.kind IN ('trade_reserve', 'trade_release')
        LEFT JOIN ledger_account debit ON debit.id = x.debit_account_id GROUP BY x.reference_id
      ) AS moved FULL JOIN (SELECT * FROM trade WHERE type = 'manual' AND fill_rules = 2 AND order_id IS NULL) AS t USING (id)
      WHERE (moved.owner_id, moved.currency, transfers, reserved, released) IS DISTINCT FROM (t.user_id, t.currency,
        CASE t.status WHEN 'void' THEN 2 ELSE 1 END::bigint, t.amount_micro::numeric,
        CASE t.status WHEN 'void' THEN t.amount_micro ELSE 0 END::numeric)`,
  },
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
        ELSE mul_div_half_even(t.amount_micro, price.e8, 100000000) END AS micro) AS half_even
      CROSS JOIN LATERAL (SELECT mul_div_half_even(half_even.micro, t.fee_rate_ppm, 1000000) AS micro) AS old_fee
      CROSS JOIN LATERAL spot_amounts(t.side, t.amount_micro, price.e8, t.fee_rate_ppm) AS now
      CROSS JOIN LATERAL (SELECT CASE t.fill_rules WHEN 1 THEN old_fee.micro ELSE now.o_fee END AS fee,
        CASE WHEN t.fill_rules <> 1 THEN now.o_received
          WHEN t.side = 'buy' THEN mul_div_half_even(t.amount_micro - old_fee.micro, 100000000, price.e8)
          ELSE half_even.micro - old_fee.micro END AS received) AS due
      -- An order waits for its tick, and its trade begins with the fill.
      WHERE CASE WHEN t.order_id IS NOT NULL THEN k.at > t.opened_at
          WHEN t.type = 'manual' AND t.fill_rules = 2 THEN k.at <= t.opened_at
          ELSE k.at > t.opened_at OR t.opened_at > k.at + interval '11 seconds' END
        OR (t.entry_price_e8, t.simulated, t.fee_micro, t.received_micro, t.pnl_micro) IS DISTINCT FROM (
          price.e8, k.simulated, due.fee, due.received,
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
    claim:
      "each book's position is what its buys added, its sales took and adjustments and withdrawals wrote off",
    query: Prisma.sql`
      SELECT book_id, s.quantity_micro, s.cost_micro, s.realised_micro, f.quantity, f.cost, f.realised
      FROM spot_position s FULL JOIN (
        SELECT book_id, sum(quantity) AS quantity, sum(cost) AS cost, coalesce(sum(pnl_micro), 0) AS realised FROM (
          SELECT coalesce(t.strategy_run_id, t.user_id) AS book_id, t.pnl_micro,
            CASE t.side WHEN 'buy' THEN t.received_micro ELSE -${closed} END AS quantity,
            CASE t.side WHEN 'buy' THEN t.amount_micro ELSE -${closedCost} END AS cost
          FROM (${fills}) AS t
          UNION ALL SELECT w.book_id, NULL, -w.quantity_micro, -w.cost_micro FROM spot_write_off w
          UNION ALL ${movedPositions}
        ) AS step GROUP BY book_id
      ) AS f USING (book_id)
      WHERE coalesce(s.quantity_micro, 0) <> coalesce(f.quantity, 0) OR coalesce(s.cost_micro, 0) <> coalesce(f.cost, 0)
        OR coalesce(s.realised_micro, 0) <> coalesce(f.realised, 0)`,
  },
  {
    name: "spot write-offs",
    claim:
      "each write-off took its share of the cost, of no more XAUT than its owner had bought and an adjustment or a reversal took or a withdrawal sent",
    query: Prisma.sql`
      SELECT w.reference_type, w.adjustment_id, w.quantity_micro, w.cost_micro FROM spot_write_off w
      LEFT JOIN (
        SELECT 'balance_adjustment' AS type, id, user_id, amount_micro FROM balance_adjustment
        WHERE currency = 'XAUT' AND operation = 'subtract' AND status = 'applied'
        UNION ALL
        SELECT 'withdrawal', id, user_id, amount_micro FROM withdrawal WHERE currency = 'XAUT' AND status = 'completed'
        UNION ALL
        SELECT 'deposit_reversal', deposit_id, user_id, taken_micro FROM deposit_reversal WHERE currency = 'XAUT'
        UNION ALL
        SELECT 'practice_reset', j.result_id, j.actor_id, t.amount_micro
        FROM ledger_journal j JOIN ledger_transfer t ON t.journal_id = j.id AND t.currency = 'XAUT'
        WHERE j.kind = 'practice_reset' AND EXISTS (SELECT FROM spot_write_off r WHERE r.reference_type = 'practice_reset')
      ) AS a ON (a.type, a.id) = (w.reference_type, w.adjustment_id)
      WHERE a.user_id IS DISTINCT FROM w.book_id OR w.quantity_micro > a.amount_micro
        OR w.quantity_micro NOT BETWEEN 1 AND w.position_micro
        OR w.cost_micro <> mul_div_half_even(w.position_cost_micro, w.quantity_micro, greatest(w.position_micro, 1))`,
  },
];
