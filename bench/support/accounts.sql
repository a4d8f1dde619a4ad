-- Customers with nine accounts each, all with USDT and XAUT that the ledger's other side owes them, numbered for the
-- published trees as each run numbers who is new.
-- Variables: users.
SET session_replication_role = replica;
SET maintenance_work_mem = '256MB';
INSERT INTO app_user (username, username_key, email, password_hash, country, country_iso, country_code, phone_number, gender, referral_code)
SELECT 'owed' || n, 'owed' || n, 'owed' || n || '@example.test', 'x', 'Argentina', 'AR', '+54', '1155550000', 'Female', 'OWED' || n
FROM generate_series(1, :users) AS n;
INSERT INTO ledger_account (owner_id, kind, currency, balance_micro)
SELECT u.id, k.kind, k.currency, CASE WHEN k.has THEN 1 + abs(hashtextextended(u.username || k.kind, 0)) % 50000000000 ELSE 0 END
FROM app_user u CROSS JOIN (VALUES ('available', 'USDT', true), ('held', 'USDT', false), ('held', 'XAUT', false),
  ('available', 'XAUT', true), ('stored', 'XAUT', true), ('savings', 'USDT', true), ('savings', 'XAUT', false),
  ('ai', 'USDT', false), ('ai', 'XAUT', false)) AS k (kind, currency, has)
WHERE u.username_key LIKE 'owed%';
UPDATE ledger_account a SET balance_micro = a.balance_micro - s.sum
FROM (SELECT o.currency, sum(o.balance_micro) AS sum FROM app_user u JOIN ledger_account o ON o.owner_id = u.id
  WHERE u.username_key LIKE 'owed%' GROUP BY o.currency) AS s
WHERE a.id < 0 AND a.kind = 'external' AND a.currency = s.currency;
SELECT liability_open(NULL);
SET session_replication_role = origin;
VACUUM ANALYZE;
