-- A year of ledger and trades, written straight into the tables with the chains that the functions
-- would have made: every user's account in turn gets 1 USDT from outside and gives it back.
-- Two entries a transfer, one trade for eight entries (opening and settling an option).
-- The months before this one have their partitions (past-months.sql). Variables: transfers, users, trades.
SET timezone = 'UTC';
SET synchronous_commit = off;
-- Opening balances are older than everything here, as they would be.
CREATE TABLE bench_start AS SELECT id, seq, balance_micro FROM ledger_account WHERE id = -1 OR owner_id IS NOT NULL;
ALTER TABLE bench_start ADD PRIMARY KEY (id);
DO $$ DECLARE
  v_batch CONSTANT integer := 200000;
  v_journal bigint := (SELECT max(id) FROM ledger_journal);
  v_outside bench_start;
BEGIN
  SELECT * INTO v_outside FROM bench_start WHERE id = -1;
  FOR b IN 0..(:transfers - 1) / v_batch LOOP
    WITH made AS MATERIALIZED (
      SELECT i, 1 + (i - 1) % :users AS n, 1 + (i - 1) / :users AS k,
        now() - interval '1 year' + i * (interval '364 days' / :transfers) AS at
      FROM generate_series(b * v_batch + 1, least((b + 1) * v_batch, :transfers)) AS i
    ), events AS (
      INSERT INTO ledger_journal (id, kind, idempotency_key, input_hash, actor_id, at) OVERRIDING SYSTEM VALUE
      SELECT v_journal + i, CASE k % 2 WHEN 1 THEN 'deposit' ELSE 'withdrawal_settle' END, 'bench-history:' || i,
        '\x00000000000000000000000000000000000000000000000000000000000000aa', NULL, at FROM made
    )
    INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
      debit_seq, debit_balance_micro, credit_seq, credit_balance_micro)
    SELECT at, v_journal + i, 1,
      CASE k % 2 WHEN 1 THEN -1 ELSE u.account_id END, CASE k % 2 WHEN 1 THEN u.account_id ELSE -1 END, 1000000, 'USDT',
      CASE k % 2 WHEN 1 THEN v_outside.seq + i ELSE s.seq + k END,
      CASE k % 2 WHEN 1 THEN v_outside.balance_micro - n * 1000000 ELSE s.balance_micro END,
      CASE k % 2 WHEN 1 THEN s.seq + k ELSE v_outside.seq + i END,
      CASE k % 2 WHEN 1 THEN s.balance_micro + 1000000 ELSE v_outside.balance_micro - (:users - n) * 1000000 END
    FROM made JOIN bench_user u USING (n) JOIN bench_start s ON s.id = u.account_id;
    COMMIT;
  END LOOP;
  PERFORM setval(pg_get_serial_sequence('ledger_journal', 'id'), v_journal + :transfers);
  UPDATE ledger_account a SET seq = a.seq + t.n, balance_micro = a.balance_micro + t.moved
  FROM (
    SELECT account, count(*) AS n, sum(moved)::bigint AS moved FROM (
      SELECT debit_account_id AS account, -amount_micro AS moved FROM ledger_transfer WHERE journal_id > v_journal
      UNION ALL SELECT credit_account_id, amount_micro FROM ledger_transfer WHERE journal_id > v_journal
    ) sides GROUP BY account
  ) t WHERE a.id = t.account;
  END $$;
ALTER TABLE trade DISABLE TRIGGER USER;
INSERT INTO trade (id, shard, user_id, type, status, direction, amount_micro, duration_seconds, payout_rate_ppm, collateral_micro,
  entry_tick_seq, entry_price_e8, entry_at, expires_at, exit_tick_seq, exit_price_e8, opened_at, settled_at, payout_micro, pnl_micro, simulated)
SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid,
  i % 16, u.user_id, 'option', CASE i % 2 WHEN 0 THEN 'won' ELSE 'lost' END, 'up', 1000000, 60, 800000, 800000,
  1, 400000000000, at + interval '1 s', at + interval '61 s', 2, 400000000000 + CASE i % 2 WHEN 0 THEN 1000 ELSE -1000 END,
  at, at + interval '61 s', CASE i % 2 WHEN 0 THEN 1800000 ELSE 0 END, CASE i % 2 WHEN 0 THEN 800000 ELSE -1000000 END, true
FROM (SELECT i, now() - interval '1 year' + i * (interval '364 days' / :trades) AS at FROM generate_series(1, :trades) AS i) made
JOIN bench_user u ON u.n = 1 + i % :users;
ALTER TABLE trade ENABLE TRIGGER USER;
RESET synchronous_commit;
VACUUM ANALYZE ledger_transfer;
VACUUM ANALYZE ledger_journal;
VACUUM ANALYZE ledger_account;
VACUUM ANALYZE trade;
CHECKPOINT;
