-- Purchases and, of most, the sale of all that was bought, one after the other within each book: so the position before
-- a sale is what its purchase brought. A book is a user, or a strategy run.
CREATE TEMP TABLE load_run ON COMMIT DROP AS
SELECT r.i, pg_temp.id_at(t.at, r.i, 40) AS id, u.n, u.id AS user_id, u.account, r.slot, r.gap, r.running, t.at AS started_at,
  pg_temp.pick(r.i, 41, 100, 1000) * 1000000 AS allocated, (ARRAY['dca', 'grid'])[1 + r.i % 2] AS strategy
FROM (
  SELECT i, who.n, floor(who.slots * 0.6 * pg_temp.chance(i, 42))::integer AS slot, (who.slots * 0.06)::integer AS gap, pg_temp.chance(i, 43) < 0.3 AS running
  FROM generate_series(1, greatest(2, :trades * 8 / 400)) AS i JOIN load_user who ON who.n = pg_temp.somebody(i, 44)
) AS r JOIN load_user u USING (n)
JOIN load_tick t ON t.w = u.first_window + r.slot / 120 AND t.j = 1 + r.slot % 120;

CREATE TEMP TABLE load_spot_pair ON COMMIT DROP AS
-- Manual trades: a user's pairs share the time since they came evenly.
SELECT i, u.n, NULL::bigint AS run, u.id AS book, pg_temp.pick(i, 45, 20, 300) * 1000000 AS amount,
  floor(share * (k - 1 + 0.4 * pg_temp.chance(i, 46)))::integer AS buy_slot,
  CASE WHEN k < pairs OR pg_temp.chance(i, 47) < 0.7 THEN floor(share * (k - 1 + 0.5 + 0.4 * pg_temp.chance(i, 48)))::integer END AS sell_slot
FROM (
  SELECT i, who.n, row_number() OVER own AS k, count(*) OVER (PARTITION BY who.n) AS pairs, who.slots / count(*) OVER (PARTITION BY who.n)::double precision AS share
  FROM generate_series(1, greatest(2, :trades * 12 / 100)) AS i JOIN load_user who ON who.n = pg_temp.somebody(i, 49)
  WINDOW own AS (PARTITION BY who.n ORDER BY i)
) AS p JOIN load_user u USING (n)
UNION ALL
-- Strategy runs: two pairs each; of a running one the second sale is still to come.
SELECT 1000000000 + r.i * 2 + k, r.n, r.i, r.id, r.allocated / 4, r.slot + r.gap * (2 * k + 1), CASE WHEN k = 0 OR NOT r.running THEN r.slot + r.gap * (2 * k + 2) END
FROM load_run r, generate_series(0, 1) AS k;

CREATE TEMP TABLE load_fill ON COMMIT DROP AS
WITH sides AS (
  SELECT p.i * 2 AS i, p.n, p.run, p.book, 'buy' AS side, p.amount, NULL::bigint AS cost, p.buy_slot AS slot, p.sell_slot FROM load_spot_pair p
), bought AS (
  SELECT s.*, t.seq, t.at AS tick_at, t.price_e8 + 25000000 AS price_e8, mul_div_half_even(s.amount, 2000, 1000000) AS fee,
    mul_div_half_even(s.amount - mul_div_half_even(s.amount, 2000, 1000000), 100000000, t.price_e8 + 25000000) AS received
  FROM sides s JOIN load_user u USING (n) JOIN load_tick t ON t.w = u.first_window + s.slot / 120 AND t.j = 1 + s.slot % 120
), sold AS (
  SELECT b.i + 1 AS i, b.n, b.run, b.book, b.received AS amount, b.amount AS cost, t.seq, t.at AS tick_at, t.price_e8 - 25000000 AS price_e8,
    mul_div_half_even(b.received, t.price_e8 - 25000000, 100000000) AS gross
  FROM bought b JOIN load_user u USING (n)
  JOIN load_tick t ON t.w = u.first_window + greatest(b.sell_slot, b.slot + 1) / 120 AND t.j = 1 + greatest(b.sell_slot, b.slot + 1) % 120
  WHERE b.sell_slot IS NOT NULL
), fills AS (
  SELECT i, n, run, book, 'buy' AS side, amount, NULL::bigint AS cost, seq, tick_at, price_e8, fee, received, amount AS gross FROM bought
  UNION ALL
  SELECT i, n, run, book, 'sell', amount, cost, seq, tick_at, price_e8, mul_div_half_even(gross, 2000, 1000000), gross - mul_div_half_even(gross, 2000, 1000000), gross FROM sold
)
SELECT f.*, u.id AS user_id, u.account, u.referrer, a.at, pg_temp.id_at(a.at, f.i, 50) AS id,
  CASE WHEN f.cost IS NOT NULL THEN f.received - f.cost END AS pnl, (f.i / 2 % 16)::integer AS shard
FROM fills f JOIN load_user u USING (n)
CROSS JOIN LATERAL (SELECT f.tick_at + CASE WHEN f.run IS NULL THEN interval '3 seconds' * pg_temp.chance(f.i, 51) ELSE interval '100 ms' END AS at) AS a;
ANALYZE load_fill;

INSERT INTO trade (id, user_id, type, status, side, amount_micro, currency, entry_tick_seq, entry_price_e8, entry_at, opened_at, settled_at,
  fee_micro, fee_rate_ppm, spread_ppm, received_micro, pnl_micro, position_micro, position_cost_micro, strategy_run_id, simulated)
SELECT id, user_id, CASE WHEN run IS NULL THEN 'manual' ELSE 'ai' END, 'filled', side, amount, CASE side WHEN 'buy' THEN 'USDT' ELSE 'XAUT' END,
  seq, price_e8, tick_at, at, at, fee, 2000, 0, received, pnl, CASE side WHEN 'sell' THEN amount END, cost, CASE WHEN run IS NOT NULL THEN book END, true
FROM load_fill ORDER BY at;
INSERT INTO spot_position (book_id, quantity_micro, cost_micro, realised_micro)
SELECT book, sum(CASE side WHEN 'buy' THEN received ELSE -amount END), sum(CASE side WHEN 'buy' THEN amount ELSE -cost END), coalesce(sum(pnl), 0)
FROM load_fill GROUP BY book;
INSERT INTO load_leg
SELECT f.at, 1000000000000 + f.i, l.line, CASE WHEN f.run IS NULL THEN 'manual_trade' ELSE 'ai_trade' END, CASE WHEN f.run IS NULL THEN f.user_id END,
  f.id, l.debit, l.credit, l.amount, l.currency, 'trade', f.id
FROM load_fill f CROSS JOIN LATERAL (SELECT f.account + CASE WHEN f.run IS NULL THEN 0 ELSE 6 END AS usdt, f.account + CASE WHEN f.run IS NULL THEN 2 ELSE 7 END AS xaut) AS own
CROSS JOIN LATERAL (VALUES
  ('buy', 1, own.usdt, -200 - f.shard, f.gross - f.fee, 'USDT'), ('buy', 2, -300 - f.shard, own.xaut, f.received, 'XAUT'),
  ('sell', 1, -200 - f.shard, own.usdt, f.gross, 'USDT'), ('sell', 2, own.xaut, -300 - f.shard, f.amount, 'XAUT'),
  (f.side, 3, own.usdt, -400 - f.shard, f.fee, 'USDT')
) AS l (side, line, debit, credit, amount, currency) WHERE l.side = f.side;

-- The runs themselves, what decided them, and the money in and out of their account.
CREATE TEMP TABLE load_run_end ON COMMIT DROP AS
SELECT r.*, m.cash, m.holding, m.last_at + interval '1 minute' AS stopped_at FROM load_run r JOIN (
  SELECT f.run, sum(CASE f.side WHEN 'buy' THEN -f.amount ELSE f.received END) AS cash, sum(CASE f.side WHEN 'buy' THEN f.received ELSE -f.amount END) AS holding,
    max(f.at) AS last_at
  FROM load_fill f WHERE f.run IS NOT NULL GROUP BY f.run
) AS m ON m.run = r.i;
INSERT INTO strategy_run (id, user_id, strategy, params, "interval", allocated_micro, status, cash_micro, holding_micro, returned_micro, last_candle_at, started_at, stopped_at, stop_reason)
SELECT id, user_id, strategy, CASE strategy WHEN 'dca' THEN '{"interval":"1h","purchases":20,"every":1}' ELSE '{"interval":"1h"}' END::jsonb, '1h', allocated,
  CASE WHEN running THEN 'running' ELSE 'stopped' END, CASE WHEN running THEN allocated + cash ELSE 0 END, CASE WHEN running THEN holding ELSE 0 END,
  CASE WHEN NOT running THEN allocated + cash END, date_trunc('hour', stopped_at), started_at, CASE WHEN NOT running THEN stopped_at END,
  CASE WHEN NOT running THEN 'user' END
FROM load_run_end;
INSERT INTO strategy_signal (id, run_id, candle_at, action, amount_micro, reason, status, trade_id, created_at, settled_at)
SELECT pg_temp.id_at(tick_at, i, 52), book, date_trunc('minute', tick_at), side, amount, 'The price crossed a level', 'filled', id, tick_at - interval '1 second', at
FROM load_fill WHERE run IS NOT NULL;
INSERT INTO load_leg
SELECT started_at, 2000000000000 + i * 2, 1, 'ai_allocate', user_id, id, account, account + 6, allocated, 'USDT', 'strategy_run', id FROM load_run_end
UNION ALL
SELECT stopped_at, 2000000000001 + i * 2, 1, 'ai_return', user_id, NULL, account + 6, account, allocated + cash, 'USDT', 'strategy_run', id
FROM load_run_end WHERE NOT running;

-- A share of the fees goes to whoever invited the payer.
CREATE TEMP TABLE load_earning ON COMMIT DROP AS
SELECT f.i, pg_temp.id_at(f.at + interval '1 minute', f.i, 53) AS id, r.id AS referrer_id, r.account AS referrer_account, f.user_id, f.id AS trade_id, f.fee,
  referral_commission(f.fee, 100000) AS earned, f.at + interval '1 minute' AS at
FROM load_fill f JOIN load_user r ON r.n = f.referrer WHERE referral_commission(f.fee, 100000) > 0 AND f.at + interval '1 minute' < (SELECT now FROM load_plan);
INSERT INTO referral_earning (id, referrer_id, referred_id, source_type, source_id, fee_micro, earned_micro, created_at)
SELECT id, referrer_id, user_id, 'trade', trade_id, fee, earned, at FROM load_earning;
INSERT INTO load_leg
SELECT at, 3000000000000 + i, 1, 'referral_commission', NULL, NULL, -7, referrer_account, earned, 'USDT', 'referral_earning', id FROM load_earning;

-- Options, as many as are left to make. Those of the last window are open; a few end after their window's last price and are void.
CREATE TEMP TABLE load_option ON COMMIT DROP AS
SELECT o.i, o.n, o.user_id, o.account, o.direction, o.amount, o.duration, o.shard, o.entry_seq, o.entry_e8, o.entry_at, o.opened_at, o.expires_at,
  f.payout_rate_ppm AS rate, mul_div_half_even(o.amount, f.payout_rate_ppm, 1000000) AS collateral, pg_temp.id_at(o.opened_at, o.i, 60) AS id,
  CASE WHEN o.w < o.windows - 1 THEN CASE WHEN x.seq IS NULL THEN 'void' WHEN x.price_e8 = o.entry_e8 THEN 'refunded'
    WHEN (x.price_e8 > o.entry_e8) = (o.direction = 'up') THEN 'won' ELSE 'lost' END ELSE 'open' END AS status,
  CASE WHEN o.w < o.windows - 1 THEN x.seq END AS exit_seq, CASE WHEN o.w < o.windows - 1 THEN x.price_e8 END AS exit_e8
FROM (
  SELECT c.*, t.seq AS entry_seq, t.price_e8 AS entry_e8, t.at AS entry_at, t.at - interval '1 second' * (0.2 + 4.3 * pg_temp.chance(c.i, 61)) AS opened_at,
    t.at + make_interval(secs => c.duration) AS expires_at
  FROM (
    SELECT i, u.n, u.id AS user_id, u.account, p.windows, w.w, CASE WHEN w.w = p.windows - 1 THEN pg_temp.pick(i, 62, 100, 120) ELSE d.j END::integer AS j,
      (CASE WHEN w.w = p.windows - 1 OR d.void THEN 900 ELSE (ARRAY[30, 60, 120, 300])[pg_temp.pick(i, 63, 1, 4)] END)::integer AS duration,
      CASE WHEN pg_temp.chance(i, 64) < 0.5 THEN 'up' ELSE 'down' END AS direction, pg_temp.pick(i, 65, 5, 60) * 1000000 AS amount, (i % 16)::integer AS shard
    FROM generate_series(1, :trades - (SELECT count(*) FROM load_fill)::integer) AS i
    JOIN load_user u ON u.n = pg_temp.somebody(i, 66) CROSS JOIN load_plan p
    -- At any moment few options are open, so the last window has few: a page of them on a small site.
    CROSS JOIN LATERAL (SELECT CASE WHEN i <= least(40, :trades / 100) THEN p.windows - 1
      ELSE pg_temp.pick(i, 67, u.first_window, p.windows - 2 + (pg_temp.chance(i, 70) < 0.2)::integer) END::integer AS w) AS w
    CROSS JOIN LATERAL (SELECT v.void, CASE WHEN v.void THEN pg_temp.pick(i, 68, 100, 120) ELSE pg_temp.pick(i, 68, 1, 120) END AS j
      FROM (SELECT pg_temp.chance(i, 69) < 0.02 AS void) AS v) AS d
  ) AS c JOIN load_tick t ON t.w = c.w AND t.j = c.j
) AS o LEFT JOIN load_tick x ON x.w = o.w AND x.at = o.expires_at
CROSS JOIN LATERAL (SELECT coalesce((SELECT n.payout_rate_ppm FROM option_offer n WHERE n.duration_seconds = o.duration AND n.offered_until IS NULL), 800000)
  AS payout_rate_ppm) AS f;
ANALYZE load_option;
INSERT INTO trade (id, shard, user_id, type, status, direction, amount_micro, duration_seconds, payout_rate_ppm, collateral_micro, entry_tick_seq, entry_price_e8,
  entry_at, expires_at, exit_tick_seq, exit_price_e8, opened_at, settled_at, payout_micro, pnl_micro, simulated)
SELECT id, shard, user_id, 'option', status, direction, amount, duration, rate, collateral, entry_seq, entry_e8, entry_at, expires_at, exit_seq, exit_e8,
  opened_at, CASE WHEN status <> 'open' THEN expires_at + interval '300 ms' END, payout, payout - amount, true
FROM (SELECT *, CASE status WHEN 'won' THEN amount + collateral WHEN 'lost' THEN 0 WHEN 'open' THEN NULL ELSE amount END AS payout FROM load_option) AS o
ORDER BY opened_at;
INSERT INTO load_leg
SELECT CASE WHEN l.opening THEN o.opened_at ELSE o.expires_at + interval '300 ms' END, 4000000000000 + o.i * 2 + CASE WHEN l.opening THEN 0 ELSE 1 END, l.line,
  CASE WHEN l.opening THEN 'option_open' ELSE 'option_settle' END, CASE WHEN l.opening THEN o.user_id END, CASE WHEN l.opening THEN o.id END,
  l.debit, l.credit, l.amount, 'USDT', 'trade', o.id
FROM load_option o CROSS JOIN LATERAL (VALUES
  (true, 1, o.account, -8, o.amount, true), (true, 2, -100 - o.shard, -8, o.collateral, true),
  (false, 1, -8, o.account, o.amount + o.collateral, o.status = 'won'), (false, 1, -8, -100 - o.shard, o.amount + o.collateral, o.status = 'lost'),
  (false, 1, -8, o.account, o.amount, o.status IN ('refunded', 'void')), (false, 2, -8, -100 - o.shard, o.collateral, o.status IN ('refunded', 'void'))
) AS l (opening, line, debit, credit, amount, happened) WHERE l.happened;
UPDATE option_exposure e SET up_micro = e.up_micro + o.up, down_micro = e.down_micro + o.down FROM (
  SELECT shard, coalesce(sum(collateral) FILTER (WHERE direction = 'up'), 0) AS up, coalesce(sum(collateral) FILTER (WHERE direction = 'down'), 0) AS down
  FROM load_option WHERE status = 'open' GROUP BY shard
) AS o WHERE o.shard = e.shard;
INSERT INTO option_expiry_exposure AS e (expiry_second, shard, collateral_micro)
SELECT ceil(extract(epoch FROM opened_at))::bigint + duration, shard, sum(collateral) FROM load_option WHERE status = 'open' GROUP BY 1, 2
ON CONFLICT (expiry_second, shard) DO UPDATE SET collateral_micro = e.collateral_micro + excluded.collateral_micro;
