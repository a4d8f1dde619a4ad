-- Logged-in users with money who accepted the risks, a house that can pay, and no limit in the way.
-- Variables: users.
INSERT INTO app_user (username, username_key, email, password_hash, country, country_iso, country_code, phone_number, gender, referral_code)
SELECT 'bench' || n, 'bench' || n, 'bench' || n || '@example.test', 'x', 'Argentina', 'AR', '+54', '1155550000', 'Female', 'BENCH' || n
FROM generate_series(1, :users) AS n;
SELECT count(ledger_open_user_accounts(id)) FROM app_user WHERE username_key LIKE 'bench%';
INSERT INTO risk_acceptance (user_id, product, version) SELECT id, 'option', 1 FROM app_user WHERE username_key LIKE 'bench%';
INSERT INTO session (user_id, ip, user_agent, expires_at)
SELECT id, '192.0.2.1', 'bench', now() + interval '1 day' FROM app_user WHERE username_key LIKE 'bench%';
CREATE TABLE bench_user AS
SELECT row_number() OVER (ORDER BY u.id)::int AS n, u.id AS user_id, a.id AS account_id, s.id AS session_id
FROM app_user u JOIN ledger_account a ON a.owner_id = u.id AND a.kind = 'available' AND a.currency = 'USDT'
JOIN session s ON s.user_id = u.id
WHERE u.username_key LIKE 'bench%';
ALTER TABLE bench_user ADD PRIMARY KEY (n);
-- 100 users a transaction: one row updated thousands of times in one would slow to a crawl.
DO $$ DECLARE g integer; BEGIN
  FOR g IN SELECT DISTINCT n / 100 FROM bench_user LOOP
    PERFORM ledger_post('deposit', 'bench-fund:' || g, sha256('bench'), NULL,
      array_fill(-1::bigint, ARRAY[count(*)::integer]), array_agg(account_id),
      array_fill(1000000000000::bigint, ARRAY[count(*)::integer]))
    FROM bench_user WHERE n / 100 = g;
    COMMIT;
  END LOOP;
  END $$;
SELECT ledger_post('bench_fund', 'bench-fund:pool', sha256('bench'), NULL, array_fill(-1::bigint, ARRAY[16]),
  ARRAY(SELECT -100 - s FROM generate_series(0, 15) s)::bigint[], array_fill(1000000000000000::bigint, ARRAY[16]));
INSERT INTO setting (key, value) VALUES
  ('optionEntryDelayMs', '0'), ('dailyTradeLimit', '100000'), ('optionCapPerExpirySecond', '"900000000000"'), ('optionCapPerDirection', '"900000000000"')
ON CONFLICT (key) DO UPDATE SET value = excluded.value;
SELECT pg_notify('app_events', '{"t":"settings","u":null}');
VACUUM ANALYZE;
