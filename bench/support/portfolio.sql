-- Ten years of one user, written straight into the tables: deposits, purchases and sales of gold with their
-- fees, interest, and options, one after the other. A transfer is an entry of the user's.
-- The months before this one have their partitions (past-months.sql). Variables: entries, options.
SET timezone = 'UTC';
SET synchronous_commit = off;
CREATE TABLE bench_owner AS
SELECT u.user_id, usdt.id AS usdt, xaut.id AS xaut, (SELECT max(id) FROM ledger_journal) AS journal
FROM bench_user u JOIN ledger_account usdt ON usdt.id = u.account_id
JOIN ledger_account xaut ON xaut.owner_id = u.user_id AND xaut.kind = 'available' AND xaut.currency = 'XAUT'
WHERE u.n = 1;
-- What each entry does: from and to an account of the house, in micro-units.
CREATE TABLE bench_entry AS
SELECT i, now() - interval '10 years' + i * (interval '3649 days' / :entries) AS at, w.kind, w.gold, w.house, w.micro,
  o.journal + 1 + i / 2 AS journal
FROM bench_owner o CROSS JOIN generate_series(1, :entries) AS i
JOIN (VALUES (0, 'deposit', false, -1, 900000), (1, 'manual_trade', false, -200, -500000), (2, 'manual_trade', true, -300, 120),
  (3, 'manual_trade', false, -400, -1000), (4, 'manual_trade', true, -300, -20), (5, 'saving_interest', false, -5, 700),
  (6, 'withdrawal_settle', false, -1, -300000), (7, 'deposit', true, -2, 10)
) AS w (n, kind, gold, house, micro) ON w.n = i % 8;
INSERT INTO ledger_journal (id, kind, idempotency_key, input_hash, actor_id, at) OVERRIDING SYSTEM VALUE
SELECT journal, min(kind), 'bench-portfolio:' || journal, '\x00000000000000000000000000000000000000000000000000000000000000aa', NULL, min(at)
FROM bench_entry GROUP BY journal;
INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
  debit_seq, debit_balance_micro, credit_seq, credit_balance_micro)
SELECT e.at, e.journal, e.i, CASE WHEN e.micro < 0 THEN a.id ELSE e.house END, CASE WHEN e.micro < 0 THEN e.house ELSE a.id END,
  abs(e.micro), CASE WHEN e.gold THEN 'XAUT' ELSE 'USDT' END,
  CASE WHEN e.micro < 0 THEN 10 + e.i END, CASE WHEN e.micro < 0 THEN 0 END, CASE WHEN e.micro > 0 THEN 10 + e.i END, CASE WHEN e.micro > 0 THEN 0 END
FROM bench_entry e CROSS JOIN bench_owner o CROSS JOIN LATERAL (SELECT CASE WHEN e.gold THEN o.xaut ELSE o.usdt END AS id) a;
SELECT setval(pg_get_serial_sequence('ledger_journal', 'id'), (SELECT max(id) FROM ledger_journal));
UPDATE ledger_account a SET seq = a.seq + :entries + 10, balance_micro = a.balance_micro + coalesce(m.micro, 0)
FROM bench_owner o CROSS JOIN (VALUES (true), (false)) AS c (gold)
LEFT JOIN (SELECT gold, sum(micro)::bigint AS micro FROM bench_entry GROUP BY gold) m USING (gold)
WHERE a.id = CASE WHEN c.gold THEN o.xaut ELSE o.usdt END;
ALTER TABLE trade DISABLE TRIGGER USER;
INSERT INTO trade (id, shard, user_id, type, status, direction, amount_micro, duration_seconds, payout_rate_ppm, collateral_micro,
  entry_tick_seq, entry_price_e8, entry_at, expires_at, exit_tick_seq, exit_price_e8, opened_at, settled_at, payout_micro, pnl_micro, simulated)
SELECT gen_random_uuid(), i % 16, o.user_id, 'option', CASE i % 2 WHEN 0 THEN 'won' ELSE 'lost' END, 'up', 1000000, 60, 800000, 800000,
  1, 400000000000, at + interval '1 s', at + interval '61 s', 2, 400000000000 + CASE i % 2 WHEN 0 THEN 1000 ELSE -1000 END,
  at, at + interval '61 s', CASE i % 2 WHEN 0 THEN 1800000 ELSE 0 END, CASE i % 2 WHEN 0 THEN 800000 ELSE -1000000 END, true
FROM (SELECT i, now() - interval '10 years' + i * (interval '3649 days' / :options) AS at FROM generate_series(1, :options) AS i) made
CROSS JOIN bench_owner o;
ALTER TABLE trade ENABLE TRIGGER USER;
INSERT INTO market_candle ("interval", open_time, open_e8, high_e8, low_e8, close_e8, source, simulated, closed)
SELECT '1d', day, price, price, price, price, 'bench', true, true
FROM generate_series(date_trunc('day', now()) - interval '3660 days', date_trunc('day', now()) - interval '1 day', interval '1 day') AS day
CROSS JOIN LATERAL (SELECT 120000000000 + 70000000 * (extract(epoch FROM now() - day) / -86400 + 3660)::bigint AS price) p
ON CONFLICT DO NOTHING;
RESET synchronous_commit;
VACUUM ANALYZE;
CHECKPOINT;
