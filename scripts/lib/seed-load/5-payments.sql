-- Withdrawals: the newest wait or are being worked on, the others were paid, refused or cancelled.
CREATE TEMP TABLE load_withdrawal ON COMMIT DROP AS
SELECT w.*, pg_temp.id_at(w.at, w.i, 90) AS id, w.at + interval '2 hours' AS done_at
FROM (
  SELECT i, u.id AS user_id, u.account, a.at, pg_temp.pick(i, 91, 20, 300) * 1000000 AS amount, CASE WHEN i % 2 = 0 THEN 1000000 ELSE 0 END AS fee,
    CASE WHEN a.at > p.waiting_since THEN (ARRAY['pending', 'pending', 'processing'])[1 + i % 3]
      WHEN pg_temp.chance(i, 92) < 0.85 THEN 'completed' WHEN pg_temp.chance(i, 92) < 0.95 THEN 'failed' ELSE 'cancelled' END AS status
  FROM generate_series(1, :users / 5) AS i JOIN load_user u ON u.n = pg_temp.somebody(i, 93) CROSS JOIN load_plan p
  CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', u.created_at + interval '3 hours' + (p.now - u.created_at - interval '3 hours') * pg_temp.chance(i, 94)) AS at) AS a
) AS w;
INSERT INTO withdrawal (id, number, user_id, currency, network, address, amount_micro, fee_micro, status, transaction_hash, processed_by_id, approved_at, processed_at, created_at)
SELECT w.id, p.withdrawal_base + row_number() OVER (ORDER BY w.at, w.i), w.user_id, 'USDT', 'ERC20', '0x' || substr(md5(w.i || 'to'), 1, 32) || '00000000', w.amount, w.fee, w.status,
  CASE WHEN w.status = 'completed' THEN '0x' || md5(w.i || 'out') || md5(w.i || 'withdrawal') END,
  CASE WHEN w.status IN ('processing', 'completed', 'failed') THEN p.admin_id END, CASE WHEN w.status IN ('processing', 'completed') THEN w.at + interval '1 hour' END,
  CASE WHEN w.status IN ('completed', 'failed', 'cancelled') THEN w.done_at END, w.at
FROM load_withdrawal w, load_plan p ORDER BY w.at;
INSERT INTO load_leg
SELECT CASE l.part WHEN 0 THEN w.at ELSE w.done_at END, 7000000000000 + w.i * 2 + l.part, l.line, l.kind, CASE WHEN l.part = 0 THEN w.user_id ELSE p.admin_id END, NULL,
  l.debit, l.credit, l.amount, 'USDT', 'withdrawal', w.id
FROM load_withdrawal w CROSS JOIN load_plan p CROSS JOIN LATERAL (VALUES
  (0, 1, 'withdrawal_hold', w.account, w.account + 1, w.amount, true),
  (1, 1, 'withdrawal_release', w.account + 1, w.account, w.amount, w.status IN ('failed', 'cancelled')),
  (1, 1, 'withdrawal_settle', w.account + 1, -1, w.amount - w.fee, w.status = 'completed'),
  (1, 2, 'withdrawal_settle', w.account + 1, -400 - (w.i % 16), w.fee, w.status = 'completed' AND w.fee > 0)
) AS l (part, line, kind, debit, credit, amount, happened) WHERE l.happened;

-- Support added to some balances.
CREATE TEMP TABLE load_adjustment ON COMMIT DROP AS
SELECT u.n, pg_temp.id_at(a.at, u.n, 100) AS id, u.id AS user_id, u.account, a.at, pg_temp.pick(u.n, 101, 1, 50) * 1000000 AS amount
FROM load_user u CROSS JOIN load_plan p CROSS JOIN LATERAL (SELECT u.created_at + (p.now - u.created_at) * pg_temp.chance(u.n, 102) AS at) AS a WHERE u.n % 500 = 3;
INSERT INTO balance_adjustment (id, user_id, currency, operation, amount_micro, reason, status, proposed_by_id, decided_at, created_at)
SELECT a.id, a.user_id, 'USDT', 'add', a.amount, 'Compensation for a late deposit', 'applied', p.admin_id, a.at, a.at FROM load_adjustment a, load_plan p;
INSERT INTO load_leg
SELECT a.at, 8000000000000 + a.n, 1, 'admin_adjustment', p.admin_id, NULL, -3, a.account, a.amount, 'USDT', 'balance_adjustment', a.id FROM load_adjustment a, load_plan p;

-- Deposits. Whoever spends brings all of it with a first deposit, so no balance is ever below zero. As many others follow
-- as it takes to make the number of ledger entries that was asked for; the newest still wait.
ANALYZE load_leg;
CREATE TEMP TABLE load_deposit ON COMMIT DROP AS
WITH spent AS (
  SELECT (debit - p.account_base) / 8 + 1 AS n, sum(amount) AS micro FROM load_leg, load_plan p
  WHERE debit >= p.account_base AND (debit - p.account_base) % 8 = 0 GROUP BY 1
), first AS (
  SELECT u.n::bigint AS i, u.n, u.created_at + interval '1 hour' AS at, spent.micro + pg_temp.pick(u.n, 110, 0, 500) * 1000000 AS credited, 'completed' AS status
  FROM spent JOIN load_user u USING (n)
), others AS (
  SELECT 10000000 + i AS i, who.n, a.at, pg_temp.pick(i, 111, 10, 500) * 1000000 AS credited,
    CASE WHEN a.at > p.waiting_since AND i % 2 = 0 THEN 'pending' WHEN pg_temp.chance(i, 112) < 0.93 THEN 'completed' ELSE 'failed' END AS status
  FROM load_plan p, generate_series(1, greatest(20, ((:entries / 2 - (SELECT count(*) FROM load_leg) - (SELECT count(*) FROM spent)) / 0.925)::bigint)) AS i
  JOIN load_user who ON who.n = pg_temp.somebody(i, 113)
  CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', who.created_at + interval '2 hours' + (p.now - who.created_at - interval '2 hours') * pg_temp.chance(i, 114)) AS at) AS a
), all_of_them AS (SELECT * FROM first UNION ALL SELECT * FROM others)
SELECT d.*, u.id AS user_id, u.account, pg_temp.id_at(d.at, d.i, 115) AS id, pg_temp.id_at(d.at, d.i, 116) AS file_id FROM all_of_them d JOIN load_user u USING (n);
-- Rows of proof images without the images themselves.
INSERT INTO stored_file (id, owner_id, visibility, purpose, storage_key, content_type, byte_size, sha256, width, height, created_at)
SELECT file_id, user_id, 'private', 'deposit-proof', 'load/' || file_id, 'image/webp', 20000, sha256('load'), 800, 600, at FROM load_deposit;
INSERT INTO deposit (id, number, user_id, wallet_id, currency, network, address, amount_e8, rate_e8, rate_source, credited_micro, status, transaction_hash,
  proof_file_id, processed_by_id, processed_at, created_at)
SELECT d.id, p.deposit_base + row_number() OVER (ORDER BY d.at, d.i), d.user_id, w.id, 'USDT', w.network, w.address, d.credited * 100,
  CASE WHEN d.status = 'completed' THEN 100000000 END, CASE WHEN d.status = 'completed' THEN 'fixed' END, CASE WHEN d.status = 'completed' THEN d.credited END, d.status,
  CASE WHEN d.i % 2 = 0 THEN '0x' || md5(d.i || 'in') || md5(d.i || 'deposit') END, d.file_id, CASE WHEN d.status <> 'pending' THEN p.admin_id END,
  CASE WHEN d.status <> 'pending' THEN d.at + interval '15 minutes' END, d.at
FROM load_deposit d, load_plan p, (SELECT id, network, address FROM wallet WHERE currency = 'USDT' AND deleted_at IS NULL ORDER BY id LIMIT 1) AS w ORDER BY d.at;
INSERT INTO load_leg
SELECT d.at + interval '15 minutes', 9000000000000 + d.i, 1, 'deposit', p.admin_id, NULL, -1, d.account, d.credited, 'USDT', 'deposit', d.id
FROM load_deposit d, load_plan p WHERE d.status = 'completed';
SELECT setval('deposit_number_seq', (SELECT max(number) FROM deposit)), setval('withdrawal_number_seq', (SELECT max(number) FROM withdrawal));
