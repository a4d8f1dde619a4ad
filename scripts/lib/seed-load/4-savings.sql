-- Two plans of our own, so that what their records promise is known here.
CREATE TEMP TABLE load_saving_plan ON COMMIT DROP AS
SELECT pg_temp.id_at(p.first_start, v.i, 70) AS id, v.* FROM load_plan p, (VALUES
  (0, 'Flexible USDT (load)', 'flexible', 50000, NULL::integer), (1, 'Fixed USDT, 30 days (load)', 'fixed', 100000, 30)
) AS v (i, name, type, rate_ppb, days);
INSERT INTO saving_plan (id, name, type, currency, daily_rate_ppb, duration_days, min_amount_micro)
SELECT id, name, type, 'USDT', rate_ppb, days, 10000000 FROM load_saving_plan;

-- One user in eight saves once, the newest of them today. A quarter ends early; a term that is over was paid out a minute later.
CREATE TEMP TABLE load_saving_start ON COMMIT DROP AS
SELECT u.n AS i, pg_temp.id_at(c.at, u.n, 71) AS id, u.id AS user_id, u.account, q.id AS plan_id, q.type, q.rate_ppb, q.days AS term, p.now,
  pg_temp.pick(u.n, 72, 50, 1000) * 1000000 AS principal, c.at, date_trunc('day', c.at) + interval '1 day' AS starts_at,
  date_trunc('day', c.at) + interval '1 day' + q.days * interval '1 day' AS matures_at,
  CASE WHEN pg_temp.chance(u.n, 73) < 0.25 THEN date_trunc('milliseconds', c.at + (p.now - c.at) * 0.7) END AS ended_at
FROM load_user u CROSS JOIN load_plan p JOIN load_saving_plan q ON q.i = u.n / 8 % 2
CROSS JOIN LATERAL (SELECT CASE WHEN u.n > :users * 0.9 - least(320, :users * 0.032) THEN date_trunc('day', p.now)
  ELSE u.created_at + interval '2 hours' END AS since) AS f
CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', f.since + (p.now - f.since) * pg_temp.chance(u.n, 74)) AS at) AS c
WHERE u.n % 8 = 0 AND u.n <= :users * 0.9;
CREATE TEMP TABLE load_saving ON COMMIT DROP AS
SELECT s.*, saving_interest(s.principal, s.rate_ppb, s.days) AS accrued,
  saving_interest(s.principal, s.rate_ppb, coalesce(s.term, s.days + saving_horizon_days())) AS reserved,
  CASE s.status WHEN 'completed' THEN saving_interest(s.principal, s.rate_ppb, s.days) ELSE 0 END AS profit
FROM (
  SELECT t.*, CASE WHEN t.closed_at IS NULL THEN CASE WHEN t.starts_at > t.now THEN 'pending' ELSE 'active' END
      WHEN t.closed_at >= t.starts_at AND (t.term IS NULL OR t.closed_at > t.matures_at) THEN 'completed' ELSE 'cancelled' END AS status,
    least(greatest(0, floor(extract(epoch FROM coalesce(t.closed_at, t.now) - t.starts_at) / 86400)), coalesce(t.term, 1000000))::integer AS days
  FROM (
    SELECT b.*, CASE WHEN b.matures_at + interval '1 minute' < b.now THEN least(b.ended_at, b.matures_at + interval '1 minute') ELSE b.ended_at END AS closed_at
    FROM load_saving_start b
  ) AS t
) AS s;
INSERT INTO saving_record (id, user_id, plan_id, type, currency, principal_micro, daily_rate_ppb, duration_days, status, reserved_micro, accrued_micro, accrued_carry,
  days_accrued, starts_at, matures_at, closed_at, paid_principal_micro, paid_profit_micro, next_day_at, created_at)
SELECT id, user_id, plan_id, type, 'USDT', principal, rate_ppb, term, status, CASE WHEN closed_at IS NULL THEN reserved ELSE 0 END, accrued,
  (principal::numeric * rate_ppb * days - accrued::numeric * 1000000000)::bigint, days, starts_at, matures_at, closed_at, CASE WHEN closed_at IS NOT NULL THEN principal END,
  CASE WHEN closed_at IS NOT NULL THEN profit END,
  CASE WHEN closed_at IS NULL THEN greatest(starts_at, date_trunc('day', now) + interval '1 day') END, at
FROM load_saving;
UPDATE saving_plan p SET subscribed_micro = s.principal
FROM (SELECT plan_id, sum(principal) AS principal FROM load_saving WHERE closed_at IS NULL GROUP BY plan_id) AS s WHERE s.plan_id = p.id;
INSERT INTO load_leg
SELECT l.at, 5000000000000 + s.i * 3 + l.part, row_number() OVER (PARTITION BY s.i, l.part ORDER BY l.line), l.kind, s.user_id, CASE l.part WHEN 0 THEN s.id END,
  l.debit, l.credit, l.amount, 'USDT', 'saving', s.id
FROM load_saving s CROSS JOIN LATERAL (VALUES
  (0, 1, s.at, 'saving_subscribe', s.account, s.account + 4, s.principal), (0, 2, s.at, 'saving_subscribe', -5, -9, s.reserved),
  (1, 1, s.closed_at, CASE WHEN s.closed_at > s.matures_at THEN 'saving_mature' ELSE 'saving_refund' END, s.account + 4, s.account, s.principal),
  (1, 2, s.closed_at, CASE WHEN s.closed_at > s.matures_at THEN 'saving_mature' ELSE 'saving_refund' END, -9, -5, s.reserved - s.profit),
  (2, 1, s.closed_at, 'saving_interest', -9, s.account, s.profit)
) AS l (part, line, at, kind, debit, credit, amount) WHERE l.at IS NOT NULL AND l.amount > 0;

-- One user in sixteen stores gold once; half of them took it out again.
CREATE TEMP TABLE load_vault ON COMMIT DROP AS
SELECT c.*, CASE c.k WHEN 1 THEN c.usdt ELSE mul_div_half_even(c.xaut, c.price_out, 100000000) END AS usdt_moved, pg_temp.id_at(c.at, c.n * 2 + c.k, 80) AS id
FROM (
  SELECT u.n, u.id AS user_id, u.account, (u.n / 16 % 16)::integer AS shard, k, b.usdt, mul_div_half_even(b.usdt, 100000000, t1.price_e8 + 25000000) AS xaut,
    t1.price_e8 + 25000000 AS price_in, t2.price_e8 - 25000000 AS price_out, CASE k WHEN 1 THEN t1.seq ELSE t2.seq END AS seq,
    CASE k WHEN 1 THEN t1.at ELSE t2.at END + interval '1 second' AS at
  FROM load_user u CROSS JOIN LATERAL (SELECT pg_temp.pick(u.n, 81, 20, 400) * 1000000 AS usdt, floor(u.slots * 0.45 * pg_temp.chance(u.n, 82))::integer AS first,
    floor(u.slots * (0.5 + 0.45 * pg_temp.chance(u.n, 83)))::integer AS second) AS b
  JOIN load_tick t1 ON t1.w = u.first_window + b.first / 120 AND t1.j = 1 + b.first % 120
  JOIN load_tick t2 ON t2.w = u.first_window + b.second / 120 AND t2.j = 1 + b.second % 120
  CROSS JOIN generate_series(1, 1 + u.n / 16 % 2) AS k
  WHERE u.n % 16 = 1 AND u.n <= :users * 0.9
) AS c;
INSERT INTO vault_conversion (id, user_id, seq, direction, usdt_micro, xaut_micro, price_e8, tick_seq, simulated, stored_after_micro, cost_after_micro, realised_micro, created_at)
SELECT id, user_id, k, CASE k WHEN 1 THEN 'store' ELSE 'retrieve' END, usdt_moved, xaut, CASE k WHEN 1 THEN price_in ELSE price_out END, seq, true,
  CASE k WHEN 1 THEN xaut ELSE 0 END, CASE k WHEN 1 THEN usdt ELSE 0 END, CASE k WHEN 2 THEN usdt_moved - usdt END, at
FROM load_vault;
INSERT INTO load_leg
SELECT v.at, 6000000000000 + v.n * 2 + v.k, l.line, CASE v.k WHEN 1 THEN 'vault_store' ELSE 'vault_retrieve' END, v.user_id, v.id, l.debit, l.credit, l.amount,
  l.currency, 'vault_conversion', v.id
FROM load_vault v CROSS JOIN LATERAL (VALUES
  (1, 1, v.account, -200 - v.shard, v.usdt_moved, 'USDT'), (1, 2, -300 - v.shard, v.account + 3, v.xaut, 'XAUT'),
  (2, 1, -200 - v.shard, v.account, v.usdt_moved, 'USDT'), (2, 2, v.account + 3, -300 - v.shard, v.xaut, 'XAUT')
) AS l (k, line, debit, credit, amount, currency) WHERE l.k = v.k;
