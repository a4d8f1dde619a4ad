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
INSERT INTO load_leg
SELECT p.first_start - interval '2 days', h.event, row_number() OVER (PARTITION BY h.event), 'house_funding', NULL, NULL,
  h.outside, h.first - s, (:users + 1000) * h.each, h.currency, NULL, NULL
FROM load_plan p, (VALUES (1, -1, -100, 16, 200000000::bigint, 'USDT'), (2, -1, -200, 16, 100000000, 'USDT'), (3, -2, -300, 16, 1000000, 'XAUT'),
  (4, -1, -5, 1, 20000000, 'USDT'), (5, -1, -7, 1, 5000000, 'USDT'), (6, -1, -3, 1, 50000000, 'USDT')
) AS h (event, outside, first, shards, each, currency), generate_series(0, h.shards - 1) AS s;
