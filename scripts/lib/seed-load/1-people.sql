-- Everything below runs in one transaction of a superuser: a database is seeded whole or not at all.
-- Variables: users, trades, entries (wanted ledger entries, two a transfer), seed.
--
-- With this setting no trigger and no foreign-key check runs in this session. The triggers refuse finished
-- trades and accounts that start with a balance, which is what is written here; `npm run ledger:verify`
-- and `npm run audit:verify` show afterwards that what was written is what the functions would have made.
SET LOCAL session_replication_role = replica;
SET LOCAL work_mem = '256MB';
SET LOCAL maintenance_work_mem = '256MB';
SET LOCAL timezone = 'UTC';

-- A number from 0 up to 1, the same for the same seed, row and purpose.
CREATE FUNCTION pg_temp.chance(p_row bigint, p_purpose integer) RETURNS double precision
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT (hashint8extended(p_row, :seed::bigint * 1000 + p_purpose) & 1073741823) / 1073741824.0::double precision $$;
-- A whole number from p_from to p_to, both included.
CREATE FUNCTION pg_temp.pick(p_row bigint, p_purpose integer, p_from bigint, p_to bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT p_from + floor(pg_temp.chance(p_row, p_purpose) * (p_to - p_from + 1))::bigint $$;
-- An id as uuid_v7() makes them at a moment.
CREATE FUNCTION pg_temp.id_at(p_at timestamptz, p_row bigint, p_purpose integer) RETURNS uuid
  LANGUAGE sql STABLE
  AS $$ SELECT (lpad(to_hex(floor(extract(epoch FROM p_at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid
    FROM (SELECT md5(p_row || ':' || p_purpose || ':' || :seed) AS h) AS hashed $$;
-- A user: of those old enough to have acted, the oldest by far the most often.
CREATE FUNCTION pg_temp.somebody(p_row bigint, p_purpose integer) RETURNS integer
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT 1 + floor(:users * 0.9 * pg_temp.chance(p_row, p_purpose) ^ 2)::integer $$;

-- A referral code as registration makes them, another one for each number.
CREATE FUNCTION pg_temp.code(p_n bigint) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', (1 + p_n * 277777777777 % 852891037441 / (31::bigint ^ place)::bigint % 31)::integer, 1), '' ORDER BY place)
    FROM generate_series(0, 7) AS place $$;

-- One row: the moment of seeding, the prices' windows and what the sequences will hand out. Prices are recorded in
-- windows of 20 minutes spread over a year, a tick every five seconds; the last window ends now. A site that has
-- recorded prices before keeps them: everything here is older.
CREATE TEMP TABLE load_plan ON COMMIT DROP AS
SELECT d.now,
  -- The last day's requests still wait; on a small site those of the last days, so that a queue fills a page there, too.
  d.now - greatest(interval '1 day', least(interval '7 days', interval '70000 days' / :users)) AS waiting_since,
  d.windows, d.last_start - d.step * (d.windows - 1) AS first_start, d.step, d.last_start,
  coalesce((SELECT max(seq) FROM market_tick), 0) AS tick_base,
  (SELECT last_value + 1 FROM ledger_account_id_seq) AS account_base,
  (SELECT last_value + 1 FROM ledger_journal_id_seq) AS journal_base,
  (SELECT last_value + 1 FROM deposit_number_seq) AS deposit_base,
  (SELECT last_value + 1 FROM withdrawal_number_seq) AS withdrawal_base,
  (SELECT id FROM app_user WHERE is_admin ORDER BY id LIMIT 1) AS admin_id,
  (SELECT username FROM app_user WHERE is_admin ORDER BY id LIMIT 1) AS admin_name
FROM (
  SELECT n.now, w.windows, interval '360 days' / w.windows AS step, n.now - interval '620 seconds' AS last_start
  FROM (SELECT date_trunc('second', least(app_now(), (SELECT min(at) FROM market_tick))) AS now) AS n,
    (SELECT greatest(24, least(365, :users / 20)) AS windows) AS w
) AS d;

CREATE TEMP TABLE load_name ON COMMIT DROP AS
SELECT (row_number() OVER ())::integer - 1 AS i, name, gender FROM (
  SELECT unnest(ARRAY['Maria','Aisha','Emma','Yuki','Olga','Ines','Fatima','Chloe','Priya','Lucia','Hanna','Zeynep','Amara','Sofia','Mei','Leila']) AS name, 'Female' AS gender
  UNION ALL
  SELECT unnest(ARRAY['Juan','Omar','Liam','Kenji','Ivan','Pedro','Hassan','Noah','Arjun','Mateo','Lukas','Emre','Kofi','Marco','Wei','Samir']), 'Male'
) AS names;
CREATE TEMP TABLE load_country ON COMMIT DROP AS
SELECT (row_number() OVER ())::integer - 1 AS i, c.* FROM (VALUES
  ('Argentina', 'AR', '+54'), ('Brazil', 'BR', '+55'), ('Mexico', 'MX', '+52'), ('Turkey', 'TR', '+90'), ('Kenya', 'KE', '+254'),
  ('Nigeria', 'NG', '+234'), ('India', 'IN', '+91'), ('Indonesia', 'ID', '+62'), ('Vietnam', 'VN', '+84'), ('Thailand', 'TH', '+66'),
  ('South Africa', 'ZA', '+27'), ('Chile', 'CL', '+56')
) AS c (country, iso, dial);

-- first_window: the first window of prices that a user can have traded in; slots: how many entry ticks there are since.
CREATE TEMP TABLE load_user ON COMMIT DROP AS
SELECT u.n, pg_temp.id_at(u.created_at, u.n, 1) AS id, u.created_at,
  CASE WHEN u.n > 1 AND pg_temp.chance(u.n, 2) < 0.25 THEN 1 + floor((u.n - 1) * pg_temp.chance(u.n, 3) ^ 2)::integer END AS referrer,
  u.first_window, greatest(p.windows - u.first_window, 0) * 120 AS slots, p.account_base + (u.n - 1) * 8 AS account
FROM load_plan p CROSS JOIN LATERAL (
  SELECT s.n, s.created_at, greatest(0, ceil(extract(epoch FROM s.created_at + interval '2 hours' - p.first_start) / extract(epoch FROM p.step)))::integer AS first_window
  FROM (
    SELECT n, date_trunc('milliseconds', p.first_start - interval '1 day' + (p.now - p.first_start + interval '1 day') * ((n - 1) / :users::double precision)) AS created_at
    FROM generate_series(1, :users) AS n
  ) AS s
) AS u;
ALTER TABLE load_user ADD PRIMARY KEY (n);
ANALYZE load_user;

-- Nobody can log in: the hash is none.
INSERT INTO app_user (id, username, username_key, email, password_hash, withdraw_password_hash, country, country_iso, country_code,
  phone_number, gender, is_active, email_verified_at, referral_code, referred_by_id, last_sign_in_at, created_at, updated_at)
SELECT u.id, w.name || u.n, lower(w.name) || u.n, lower(w.name) || '.' || u.n || '@' || (ARRAY['example.com', 'example.net', 'example.org'])[1 + u.n % 3],
  'none', CASE WHEN u.n % 3 = 0 THEN 'none' END, c.country, c.iso, c.dial, '1' || lpad(pg_temp.pick(u.n, 4, 0, 999999999)::text, 9, '0'), w.gender,
  pg_temp.chance(u.n, 5) >= 0.03, CASE WHEN u.n % 4 > 0 THEN u.created_at + interval '10 minutes' END,
  pg_temp.code(u.n), r.id, u.created_at + (p.now - u.created_at) * pg_temp.chance(u.n, 6), u.created_at, u.created_at
FROM load_user u CROSS JOIN load_plan p
JOIN load_name w ON w.i = pg_temp.pick(u.n, 7, 0, 31) JOIN load_country c ON c.i = pg_temp.pick(u.n, 8, 0, 11)
LEFT JOIN load_user r ON r.n = u.referrer
ORDER BY u.n;

INSERT INTO risk_acceptance (id, user_id, product, version, accepted_at)
SELECT pg_temp.id_at(u.created_at, u.n * 2 + k.i, 9), u.id, k.product, 1, u.created_at + interval '30 minutes'
FROM load_user u, (VALUES (0, 'option'), (1, 'ai')) AS k (i, product) WHERE u.n <= :users * 0.9 AND (k.i = 0 OR u.n % 10 = 0);
INSERT INTO sign_in (id, user_id, outcome, ip, user_agent, created_at)
SELECT pg_temp.id_at(s.at, s.row, 10), s.id, CASE WHEN pg_temp.chance(s.row, 11) < 0.95 THEN 'success' ELSE 'wrong-password' END,
  '198.51.100.' || pg_temp.pick(s.row, 12, 1, 254), 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', s.at
FROM (SELECT u.id, u.n * 2 + k AS row, u.created_at + (p.now - u.created_at) * pg_temp.chance(u.n * 2 + k, 13) AS at
  FROM load_user u, load_plan p, generate_series(0, 1) AS k) AS s;
INSERT INTO session (id, user_id, user_agent, ip, created_at, last_seen_at, expires_at)
SELECT pg_temp.id_at(s.at, s.n, 14), s.id, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', '198.51.100.' || pg_temp.pick(s.n, 15, 1, 254),
  s.at, s.at, s.at + interval '30 days'
FROM (SELECT u.id, u.n, u.created_at + (p.now - u.created_at) * pg_temp.chance(u.n, 6) AS at FROM load_user u, load_plan p WHERE u.n % 2 = 0) AS s;
-- Whoever did all that is in the audit log was logged in.
INSERT INTO session (user_id, created_at, last_seen_at, expires_at, revoked_at)
SELECT admin_id, first_start, now, now, now FROM load_plan WHERE admin_id IS NOT NULL;
INSERT INTO user_note (id, user_id, author_id, text, created_at)
SELECT pg_temp.id_at(u.created_at + interval '3 hours', u.n, 16), u.id, p.admin_id, 'Asked how deposits work.', u.created_at + interval '3 hours'
FROM load_user u, load_plan p WHERE u.n % 100 = 0;
INSERT INTO trade_config (user_id, max_amount_micro, daily_trade_limit, created_at, updated_at)
SELECT id, 100000000, 20, created_at, created_at FROM load_user WHERE n % 200 = 0;
INSERT INTO withdrawal_address (id, user_id, currency, network, address, label, usable_from, created_at)
SELECT pg_temp.id_at(created_at + interval '1 day', n, 17), id, 'USDT', 'ERC20', '0x' || substr(md5(n || 'address'), 1, 32) || '00000000', 'Own wallet',
  created_at + interval '2 days', created_at + interval '1 day'
FROM load_user WHERE n % 10 = 0;

-- One conversation in twenty users: a question, an answer, and in some a question that waits.
CREATE TEMP TABLE load_chat ON COMMIT DROP AS
SELECT pg_temp.id_at(u.created_at, u.n, 18) AS id, u.id AS user_id, u.n, u.created_at + (p.now - u.created_at) * pg_temp.chance(u.n, 19) AS at,
  pg_temp.chance(u.n, 20) < 0.05 AS waits, pg_temp.chance(u.n, 21) < 0.3 AS closed
FROM load_user u, load_plan p WHERE u.n % 20 = 0;
INSERT INTO chat (id, user_id, status, last_message_at, support_unread, waiting_since, closed_at, created_at)
SELECT id, user_id, CASE WHEN closed AND NOT waits THEN 'closed' ELSE 'open' END, at, CASE WHEN waits THEN 1 ELSE 0 END, CASE WHEN waits THEN at END,
  CASE WHEN closed AND NOT waits THEN at END, at - interval '1 hour' FROM load_chat;
INSERT INTO chat_message (id, chat_id, sender, author_id, text, read_at, created_at)
SELECT pg_temp.id_at(m.at, c.n * 3 + m.i, 22), c.id, m.sender, CASE m.sender WHEN 'user' THEN c.user_id ELSE p.admin_id END, m.text,
  CASE WHEN m.i < 2 OR NOT c.waits THEN m.at + interval '1 minute' END, m.at
FROM load_chat c CROSS JOIN load_plan p CROSS JOIN LATERAL (VALUES
  (0, 'user', 'When will my deposit arrive?', c.at - interval '1 hour'),
  (1, 'support', 'After the network has confirmed it, usually within an hour.', c.at - interval '30 minutes'),
  (2, 'user', 'Thank you.', c.at)
) AS m (i, sender, text, at);
