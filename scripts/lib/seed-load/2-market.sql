-- Recorded prices, marked as simulated. An option's entry is one of the first 120 ticks of a window, so that the next
-- ones can end it. Prices go in steps of half a dollar, so that some options end where they began.
SELECT ensure_market_tick_partitions(date_trunc('month', first_start), 13) FROM load_plan;
CREATE TEMP TABLE load_tick ON COMMIT DROP AS
SELECT w, j, p.tick_base + w * 240 + j + 1 AS seq, p.first_start + p.step * w + interval '5 seconds' * j AS at,
  (round(2650 + 200 * sin(w / 20.0) + 6 * sin(j / 9.0 + w) + 3 * pg_temp.chance(w * 240 + j, 30)) * 2)::bigint * 50000000 AS price_e8
FROM load_plan p, generate_series(0, p.windows - 1) AS w, generate_series(0, 239) AS j
WHERE p.first_start + p.step * w + interval '5 seconds' * j <= p.now;
ALTER TABLE load_tick ADD PRIMARY KEY (w, j);
ANALYZE load_tick;
-- Whoever records a tick holds this lock, so none comes in between.
SELECT pg_advisory_xact_lock(72001);
INSERT INTO market_tick (seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated)
SELECT seq, at, price_e8, price_e8 - 25000000, price_e8 + 25000000, '[{"source":"simulated"}]', 1, true FROM load_tick;
-- The site's own ticks go on counting after these.
UPDATE market_head SET seq = (SELECT max(seq) FROM load_tick);
INSERT INTO market_head (id, seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated)
SELECT 1, seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated FROM market_tick ORDER BY at DESC LIMIT 1
ON CONFLICT (id) DO NOTHING;

-- What moves money: one row a transfer. Line 1 of an event carries its journal.
CREATE TEMP TABLE load_leg (
  at timestamptz NOT NULL, event bigint NOT NULL, line integer NOT NULL, kind text NOT NULL, actor uuid, result uuid,
  debit bigint NOT NULL, credit bigint NOT NULL, amount bigint NOT NULL, currency text NOT NULL, ref_type text, ref_id uuid
) ON COMMIT DROP;

-- The house gets its money from outside, enough for everything below.
CREATE TEMP TABLE load_funding ON COMMIT DROP AS
SELECT h.*, (:users + 1000) * h.each AS micro, f.at, pg_temp.id_at(f.at, h.event, 31) AS id
FROM (VALUES (1, -1, -100, 'option_pool', 16, 200000000::bigint, 'USDT'), (2, -1, -200, 'inventory', 16, 100000000, 'USDT'),
  (3, -2, -300, 'inventory', 16, 1000000, 'XAUT'), (4, -1, -5, 'interest', 1, 20000000, 'USDT'), (5, -1, -7, 'referral', 1, 5000000, 'USDT'),
  (6, -1, -3, 'treasury', 1, 50000000, 'USDT')
) AS h (event, outside, first, kind, shards, each, currency) CROSS JOIN (SELECT first_start - interval '2 days' AS at FROM load_plan) AS f;
INSERT INTO load_leg
SELECT h.at, h.event, row_number() OVER (PARTITION BY h.event), 'house_funding', NULL, NULL, h.outside, h.first - s, h.micro, h.currency,
  'house_transfer', h.id
FROM load_funding h, generate_series(0, h.shards - 1) AS s;
INSERT INTO house_transfer (id, from_kind, to_kind, currency, amount_micro, from_before_micro, from_after_micro, to_before_micro, to_after_micro,
  reason, reference, actor_id, created_at)
SELECT h.id, 'external', h.kind, h.currency, h.micro * h.shards, had.outside, had.outside - h.micro * h.shards, had.house, had.house + h.micro * h.shards,
  'Funds of a made-up year', 'seed:load', p.admin_id, h.at
FROM load_funding h CROSS JOIN load_plan p CROSS JOIN LATERAL (
  SELECT sum(a.balance_micro) FILTER (WHERE a.kind = h.kind) AS house, sum(a.balance_micro) FILTER (WHERE a.kind = 'external')
    - (SELECT coalesce(sum(e.micro * e.shards), 0) FROM load_funding e WHERE e.outside = h.outside AND e.event < h.event) AS outside
  FROM ledger_account a WHERE a.id < 0 AND a.currency = h.currency AND a.kind IN (h.kind, 'external')
) AS had;
