import { Prisma } from "@/lib/platform/db";
import type { LedgerCheck } from "./checks";

/** What must hold of strategy runs and their signals. */
export const strategyChecks: LedgerCheck[] = [
  {
    name: "ai",
    claim: "each user's ai balances equal what their live strategy runs hold",
    query: Prisma.sql`
      SELECT owner_id, currency, balance_micro, live_micro FROM (
        SELECT owner_id, currency, balance_micro FROM ledger_account WHERE kind = 'ai'
      ) AS account FULL JOIN (
        SELECT r.user_id AS owner_id, part.currency, sum(part.micro) AS live_micro FROM strategy_run r
        CROSS JOIN LATERAL (VALUES ('USDT', r.cash_micro), ('XAUT', r.holding_micro)) AS part (currency, micro)
        WHERE r.status <> 'stopped' GROUP BY r.user_id, part.currency
      ) AS live USING (owner_id, currency)
      WHERE coalesce(balance_micro, 0) <> coalesce(live_micro, 0)`,
  },
  {
    name: "strategy runs",
    claim: "each run holds, or returned, what was allocated and what its fills made of it",
    query: Prisma.sql`
      SELECT r.id, r.status, r.cash_micro, r.holding_micro, r.returned_micro, f.usdt, f.xaut FROM strategy_run r
      LEFT JOIN (
        SELECT strategy_run_id, sum(CASE side WHEN 'buy' THEN -amount_micro ELSE received_micro END) AS usdt,
          sum(CASE side WHEN 'buy' THEN received_micro ELSE -amount_micro END) AS xaut
        FROM trade WHERE type = 'ai' GROUP BY strategy_run_id
      ) AS f ON f.strategy_run_id = r.id
      WHERE r.holding_micro <> coalesce(f.xaut, 0)
        OR coalesce(r.returned_micro, r.cash_micro) <> r.allocated_micro + coalesce(f.usdt, 0)`,
  },
  {
    name: "signals",
    claim: "each filled signal traded at the first uncontested tick after it, for what it said",
    query: Prisma.sql`
      SELECT s.id, s.created_at, t.entry_tick_seq, first.seq FROM strategy_signal s
      LEFT JOIN trade t ON t.id = s.trade_id
      LEFT JOIN LATERAL (
        SELECT m.seq FROM market_tick m
        WHERE m.at > s.created_at AND m.at <= s.created_at + interval '60 seconds'
          AND least(m.at, m.known_at) > s.created_at AND NOT m.contested
        ORDER BY m.at LIMIT 1
      ) AS first ON true
      WHERE s.status = 'filled' AND (t.entry_tick_seq, t.strategy_run_id, t.side, t.amount_micro)
        IS DISTINCT FROM (first.seq, s.run_id, s.action, s.amount_micro)`,
  },
  {
    name: "stops",
    claim: "each stopped run sold what it held at the first uncontested tick after it was stopped",
    query: Prisma.sql`
      SELECT t.id, t.strategy_run_id, r.stop_at, t.entry_tick_seq, first.seq FROM trade t
      JOIN strategy_run r ON r.id = t.strategy_run_id
      LEFT JOIN LATERAL (
        SELECT m.seq FROM market_tick m
        WHERE m.at > r.stop_at AND least(m.at, m.known_at) > r.stop_at AND NOT m.contested ORDER BY m.at LIMIT 1
      ) AS first ON true
      WHERE t.type = 'ai' AND t.fill_rules = 2 AND NOT EXISTS (SELECT FROM strategy_signal s WHERE s.trade_id = t.id)
        AND t.entry_tick_seq IS DISTINCT FROM first.seq`,
  },
];
