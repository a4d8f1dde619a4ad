-- Recorded market prices. Options settle on these rows and on nothing else, so the app can only
-- append to them, and only through record_tick().
CREATE TABLE market_tick (
  seq bigint NOT NULL CHECK (seq > 0),
  at timestamptz(6) NOT NULL,
  price_e8 bigint NOT NULL,
  bid_e8 bigint NOT NULL,
  ask_e8 bigint NOT NULL,
  sources jsonb NOT NULL CHECK (jsonb_typeof(sources) = 'array'),
  source_count smallint NOT NULL CHECK (source_count > 0),
  simulated boolean NOT NULL,
  CONSTRAINT market_tick_pkey PRIMARY KEY (seq, at),
  CONSTRAINT market_tick_price_check CHECK (bid_e8 > 0 AND bid_e8 <= price_e8 AND price_e8 <= ask_e8)
) PARTITION BY RANGE (at);
CREATE INDEX market_tick_at_idx ON market_tick (at);

-- The newest tick, in one row that a reader finds without touching the partitions.
CREATE TABLE market_head (
  id smallint NOT NULL DEFAULT 1 CHECK (id = 1),
  seq bigint NOT NULL,
  at timestamptz(6) NOT NULL,
  price_e8 bigint NOT NULL,
  bid_e8 bigint NOT NULL,
  ask_e8 bigint NOT NULL,
  sources jsonb NOT NULL,
  source_count smallint NOT NULL,
  simulated boolean NOT NULL,
  CONSTRAINT market_head_pkey PRIMARY KEY (id)
) WITH (fillfactor = 50);

-- Charts only: nothing is paid out on a candle, so the app may correct one from an exchange's history.
CREATE TABLE market_candle (
  "interval" text NOT NULL CHECK ("interval" IN ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')),
  open_time timestamptz(3) NOT NULL,
  open_e8 bigint NOT NULL,
  high_e8 bigint NOT NULL,
  low_e8 bigint NOT NULL,
  close_e8 bigint NOT NULL,
  volume numeric(24, 8) NOT NULL DEFAULT 0,
  source text NOT NULL,
  simulated boolean NOT NULL,
  closed boolean NOT NULL DEFAULT false,
  CONSTRAINT market_candle_pkey PRIMARY KEY ("interval", open_time),
  CONSTRAINT market_candle_range_check CHECK (
    low_e8 > 0 AND low_e8 <= least(open_e8, close_e8) AND high_e8 >= greatest(open_e8, close_e8) AND volume >= 0
  )
) WITH (fillfactor = 80);
CREATE INDEX market_candle_open_idx ON market_candle ("interval", open_time) WHERE NOT closed;

-- What one unit of a deposit currency is worth in USDT.
CREATE TABLE market_rate (
  currency text NOT NULL,
  rate_e8 bigint NOT NULL CHECK (rate_e8 > 0),
  source text NOT NULL,
  simulated boolean NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT market_rate_pkey PRIMARY KEY (currency)
);

CREATE FUNCTION market_tick_refuse_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'market_tick is append-only';
END
$$;
CREATE TRIGGER market_tick_append_only BEFORE UPDATE OR DELETE ON market_tick
  FOR EACH ROW EXECUTE FUNCTION market_tick_refuse_change();
CREATE TRIGGER market_tick_no_truncate BEFORE TRUNCATE ON market_tick
  FOR EACH STATEMENT EXECUTE FUNCTION market_tick_refuse_change();

-- Creates the partitions from the month of p_from through p_months later. Returns how many were new.
CREATE FUNCTION ensure_market_tick_partitions(p_from timestamptz, p_months integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  v_month timestamptz;
  v_name text;
  v_created integer := 0;
BEGIN
  IF p_months NOT BETWEEN 0 AND 24 THEN
    RAISE EXCEPTION 'p_months must be between 0 and 24';
  END IF;
  PERFORM pg_advisory_xact_lock(72003);
  FOR v_month IN
    SELECT (date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => m)) AT TIME ZONE 'UTC'
    FROM generate_series(0, p_months) AS m
  LOOP
    v_name := 'market_tick_' || to_char(v_month AT TIME ZONE 'UTC', 'YYYY_MM');
    IF to_regclass(v_name) IS NULL THEN
      EXECUTE format(
        'CREATE TABLE %I PARTITION OF market_tick FOR VALUES FROM (%L) TO (%L)',
        v_name, v_month, ((v_month AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'
      );
      -- A truncate trigger is not inherited, and each partition can be truncated by itself.
      EXECUTE format(
        'CREATE TRIGGER market_tick_no_truncate BEFORE TRUNCATE ON %I
           FOR EACH STATEMENT EXECUTE FUNCTION market_tick_refuse_change()', v_name
      );
      EXECUTE format('GRANT SELECT ON %I TO app_runtime', v_name);
      v_created := v_created + 1;
    END IF;
  END LOOP;
  RETURN v_created;
END
$$;

-- Appends one index tick and returns its sequence number, or null when the database clock is not
-- past the last tick. Whoever takes advisory lock 72001 shared afterwards sees every earlier tick.
CREATE FUNCTION record_tick(
  p_price_e8 bigint, p_bid_e8 bigint, p_ask_e8 bigint,
  p_sources jsonb, p_source_count integer, p_simulated boolean
) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  v_head market_head%ROWTYPE;
  v_at timestamptz;
  v_seq bigint;
  v_source text;
  v_kind text;
BEGIN
  PERFORM pg_advisory_xact_lock(72001);
  SELECT * INTO v_head FROM market_head WHERE id = 1;
  v_at := app_now();
  IF v_head.at IS NOT NULL AND v_at <= v_head.at THEN
    RETURN NULL;
  END IF;
  v_seq := coalesce(v_head.seq, 0) + 1;
  v_source := coalesce(p_sources -> 0 ->> 'source', 'index');
  v_kind := CASE WHEN v_source IN ('simulated', 'replay') THEN v_source ELSE 'live' END;

  IF v_head.at IS NULL
    OR date_trunc('month', v_head.at AT TIME ZONE 'UTC') <> date_trunc('month', v_at AT TIME ZONE 'UTC')
  THEN
    PERFORM ensure_market_tick_partitions(v_at, 2);
  END IF;

  INSERT INTO market_tick (seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated)
  VALUES (v_seq, v_at, p_price_e8, p_bid_e8, p_ask_e8, p_sources, p_source_count, p_simulated);

  INSERT INTO market_head (id, seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated)
  VALUES (1, v_seq, v_at, p_price_e8, p_bid_e8, p_ask_e8, p_sources, p_source_count, p_simulated)
  ON CONFLICT (id) DO UPDATE SET
    seq = excluded.seq, at = excluded.at, price_e8 = excluded.price_e8, bid_e8 = excluded.bid_e8,
    ask_e8 = excluded.ask_e8, sources = excluded.sources, source_count = excluded.source_count,
    simulated = excluded.simulated;

  IF v_head.at IS NOT NULL
    AND date_bin('1 minute', v_head.at, '1970-01-05Z') <> date_bin('1 minute', v_at, '1970-01-05Z')
  THEN
    PERFORM close_market_candles(v_at);
  END IF;

  -- A real price replaces what was simulated in the same bucket instead of extending it.
  INSERT INTO market_candle AS c
    ("interval", open_time, open_e8, high_e8, low_e8, close_e8, source, simulated)
  SELECT w.name, date_bin(w.width, v_at, '1970-01-05Z'), p_price_e8, p_price_e8, p_price_e8, p_price_e8,
    v_kind, p_simulated
  FROM market_interval() AS w
  ON CONFLICT ("interval", open_time) DO UPDATE SET
    open_e8 = CASE WHEN c.simulated AND NOT excluded.simulated THEN excluded.open_e8 ELSE c.open_e8 END,
    high_e8 = CASE WHEN c.simulated AND NOT excluded.simulated THEN excluded.high_e8
      ELSE greatest(c.high_e8, excluded.high_e8) END,
    low_e8 = CASE WHEN c.simulated AND NOT excluded.simulated THEN excluded.low_e8
      ELSE least(c.low_e8, excluded.low_e8) END,
    close_e8 = excluded.close_e8,
    volume = CASE WHEN c.simulated AND NOT excluded.simulated THEN 0 ELSE c.volume END,
    source = excluded.source,
    simulated = excluded.simulated;

  PERFORM pg_notify('market_tick', json_build_object(
    'seq', v_seq::text,
    'at', to_char(v_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'price', market_price_text(p_price_e8),
    'bid', market_price_text(p_bid_e8),
    'ask', market_price_text(p_ask_e8),
    'sourceCount', p_source_count,
    'source', v_kind,
    'simulated', p_simulated
  )::text);
  RETURN v_seq;
END
$$;

-- The chart intervals and their widths. Weeks start on Monday because the origin is one.
CREATE FUNCTION market_interval() RETURNS TABLE (name text, width interval)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
  VALUES ('1m', interval '1 minute'), ('5m', interval '5 minutes'), ('15m', interval '15 minutes'),
    ('30m', interval '30 minutes'), ('1h', interval '1 hour'), ('4h', interval '4 hours'),
    ('1d', interval '1 day'), ('1w', interval '7 days')
$$;

-- A price with 2 to 8 decimals, as the API writes it.
CREATE FUNCTION market_price_text(p_e8 bigint) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
  SELECT round(v, greatest(scale(trim_scale(v)), 2))::text FROM (SELECT p_e8::numeric / 100000000) AS t (v)
$$;

-- Marks the candles that ended at or before p_at as final. Returns how many.
CREATE FUNCTION close_market_candles(p_at timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  v_count integer;
BEGIN
  UPDATE market_candle AS c SET closed = true
  FROM market_interval() AS w
  WHERE NOT c.closed AND c."interval" = w.name AND c.open_time + w.width <= p_at;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$$;

ALTER TABLE market_tick OWNER TO ledger_owner;
ALTER TABLE market_head OWNER TO ledger_owner;
ALTER TABLE market_candle OWNER TO ledger_owner;
ALTER TABLE market_rate OWNER TO ledger_owner;
ALTER FUNCTION market_tick_refuse_change() OWNER TO ledger_owner;
ALTER FUNCTION market_interval() OWNER TO ledger_owner;
ALTER FUNCTION market_price_text(bigint) OWNER TO ledger_owner;
ALTER FUNCTION close_market_candles(timestamptz) OWNER TO ledger_owner;
ALTER FUNCTION ensure_market_tick_partitions(timestamptz, integer) OWNER TO ledger_owner;
ALTER FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean) OWNER TO ledger_owner;

REVOKE ALL ON market_tick, market_head, market_candle, market_rate FROM PUBLIC;
GRANT SELECT ON market_tick, market_head TO app_runtime;
GRANT SELECT, INSERT, UPDATE, DELETE ON market_candle, market_rate TO app_runtime;
REVOKE ALL ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION ensure_market_tick_partitions(timestamptz, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION close_market_candles(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean) TO app_runtime;
GRANT EXECUTE ON FUNCTION ensure_market_tick_partitions(timestamptz, integer) TO app_runtime;
GRANT EXECUTE ON FUNCTION close_market_candles(timestamptz) TO app_runtime;

SELECT ensure_market_tick_partitions(app_now(), 2);
