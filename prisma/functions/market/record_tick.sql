-- Appends one tick of the index: extends the candles, and tells listeners. Whoever takes
-- advisory lock 72001 shared afterwards sees every earlier tick. The functions with fewer
-- arguments are earlier versions'.
-- Arguments: prices are USDT times 10^8. p_sampled_at is a moment of the database's clock
--   (clock_timestamp()) at or before which the price was read. p_contested says that the sources
--   did not agree on it: nothing is entered or filled at it; nor is at one whose bid and ask lie
--   further apart than the setting marketMaxSpread, or that rests on fewer exchanges than it must
--   (site_rule), or, of a live one, while a pause lasts (market_pause). p_known_at is the moment of
--   that clock from which somebody could know the price: when the newest quote in it was received;
--   null where that was not noted, and the tick's own time counts.
-- Returns: the tick's number, or null when the database's clock is not past the last tick.
-- Raises: an error for a price that was on its way, or waited for the lock, for more than 2 s:
--   it is no price of the moment that its tick would bear.
-- Locks: advisory lock 72001 for the transaction, then market_head, then the candles; for the
--   first tick of a month also what ensure_market_tick_partitions takes.
CREATE OR REPLACE FUNCTION record_tick(
  p_price_e8 bigint,
  p_bid_e8 bigint,
  p_ask_e8 bigint,
  p_sources jsonb,
  p_source_count integer,
  p_simulated boolean
)
  RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN record_tick(p_price_e8, p_bid_e8, p_ask_e8, p_sources, p_source_count, p_simulated, statement_timestamp());
END
$$;

ALTER FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean) FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean) TO feed_runtime;

CREATE OR REPLACE FUNCTION record_tick(
  p_price_e8 bigint,
  p_bid_e8 bigint,
  p_ask_e8 bigint,
  p_sources jsonb,
  p_source_count integer,
  p_simulated boolean,
  p_sampled_at timestamptz
)
  RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN record_tick(p_price_e8, p_bid_e8, p_ask_e8, p_sources, p_source_count, p_simulated, p_sampled_at, false);
END
$$;

ALTER FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz) FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz) TO feed_runtime;

CREATE OR REPLACE FUNCTION record_tick(
  p_price_e8 bigint,
  p_bid_e8 bigint,
  p_ask_e8 bigint,
  p_sources jsonb,
  p_source_count integer,
  p_simulated boolean,
  p_sampled_at timestamptz,
  p_contested boolean
)
  RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN record_tick(p_price_e8, p_bid_e8, p_ask_e8, p_sources, p_source_count, p_simulated, p_sampled_at, p_contested, NULL);
END
$$;

ALTER FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz, boolean) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz, boolean) FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz, boolean) TO feed_runtime;

CREATE OR REPLACE FUNCTION record_tick(
  p_price_e8 bigint,
  p_bid_e8 bigint,
  p_ask_e8 bigint,
  p_sources jsonb,
  p_source_count integer,
  p_simulated boolean,
  p_sampled_at timestamptz,
  p_contested boolean,
  p_known_at timestamptz
)
  RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_head market_head%ROWTYPE;
  v_at timestamptz;
  v_age interval;
  v_gap_at timestamptz;
  v_gaps tstzmultirange := '{}';
  v_seq bigint;
  v_source text;
  v_kind text;
  v_known_at timestamptz;
  v_contested boolean := p_contested OR p_ask_e8 - p_bid_e8 > p_price_e8 * market_max_spread()
    OR p_source_count < (SELECT s.min_sources FROM site_rule s);
BEGIN
  PERFORM pg_advisory_xact_lock(72001);
  -- Not app_now(), which tests move: this compares two readings of one clock. Ahead of it is a clock that was set back.
  v_age := clock_timestamp() - p_sampled_at;
  IF v_age IS NULL OR v_age NOT BETWEEN interval '-1 second' AND interval '2 seconds' THEN
    RAISE EXCEPTION 'the price is % old', v_age;
  END IF;
  SELECT * INTO v_head FROM market_head WHERE id = 1;
  v_contested := v_contested OR (v_head.pause_reason IS NOT NULL AND NOT p_simulated);
  v_at := app_now();
  IF v_head.at IS NOT NULL AND v_at <= v_head.at THEN
    RETURN NULL;
  END IF;
  -- Before the tick by as much as it was before now on the clock that it was read from.
  v_known_at := v_at - greatest(clock_timestamp() - p_known_at, interval '0');
  v_seq := coalesce(v_head.seq, 0) + 1;
  IF NOT p_simulated AND (v_head.at IS NULL OR v_head.simulated OR v_at - v_head.at >= interval '10 seconds') THEN
    v_gap_at := v_at;
    v_gaps := tstzmultirange(tstzrange(CASE WHEN NOT v_head.simulated THEN v_head.at END, v_at));
  END IF;
  v_source := coalesce(p_sources -> 0 ->> 'source', 'index');
  v_kind := CASE WHEN v_source IN ('simulated', 'replay') THEN v_source ELSE 'live' END;

  IF v_head.at IS NULL
    OR date_trunc('month', v_head.at AT TIME ZONE 'UTC') <> date_trunc('month', v_at AT TIME ZONE 'UTC')
  THEN
    -- Of the coming months the leader sees to it, once a day: making one waits for whoever reads ticks, a backup for example.
    PERFORM ensure_market_tick_partitions(v_at, 0);
  END IF;

  INSERT INTO market_tick (seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated, contested, known_at)
  VALUES (v_seq, v_at, p_price_e8, p_bid_e8, p_ask_e8, p_sources, p_source_count, p_simulated, v_contested, v_known_at);

  INSERT INTO market_head AS h
    (id, seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated, contested, usable_at, gap_at, gaps)
  VALUES (1, v_seq, v_at, p_price_e8, p_bid_e8, p_ask_e8, p_sources, p_source_count, p_simulated, v_contested,
    CASE WHEN NOT v_contested THEN coalesce(v_known_at, v_at) END, v_gap_at, v_gaps)
  ON CONFLICT (id) DO UPDATE SET
    seq = excluded.seq, at = excluded.at, price_e8 = excluded.price_e8, bid_e8 = excluded.bid_e8,
    ask_e8 = excluded.ask_e8, sources = excluded.sources, source_count = excluded.source_count,
    simulated = excluded.simulated, contested = excluded.contested,
    usable_at = greatest(excluded.usable_at, h.usable_at),
    gap_at = CASE WHEN p_simulated OR v_gap_at IS NOT NULL THEN v_gap_at ELSE h.gap_at END,
    gaps = CASE WHEN p_simulated THEN v_gaps ELSE h.gaps + v_gaps END;

  IF v_head.at IS NOT NULL
    AND date_bin('1 minute', v_head.at, '1970-01-05Z') <> date_bin('1 minute', v_at, '1970-01-05Z')
  THEN
    PERFORM close_market_candles(v_at);
  END IF;

  -- A price of the other kind, simulated or real, replaces a bucket instead of extending it. The real part that this forgets
  -- comes back with the exchanges' history once prices are real again.
  INSERT INTO market_candle AS c
    ("interval", open_time, open_e8, high_e8, low_e8, close_e8, source, simulated)
  SELECT w.name, date_bin(w.width, v_at, '1970-01-05Z'), p_price_e8, p_price_e8, p_price_e8, p_price_e8,
    v_kind, p_simulated
  FROM market_interval() AS w
  ON CONFLICT ("interval", open_time) DO UPDATE SET
    open_e8 = CASE WHEN c.simulated <> excluded.simulated THEN excluded.open_e8 ELSE c.open_e8 END,
    high_e8 = CASE WHEN c.simulated <> excluded.simulated THEN excluded.high_e8
      ELSE greatest(c.high_e8, excluded.high_e8) END,
    low_e8 = CASE WHEN c.simulated <> excluded.simulated THEN excluded.low_e8
      ELSE least(c.low_e8, excluded.low_e8) END,
    close_e8 = excluded.close_e8,
    volume = CASE WHEN c.simulated <> excluded.simulated THEN 0 ELSE c.volume END,
    source = excluded.source,
    simulated = excluded.simulated;

  PERFORM market_announce();
  RETURN v_seq;
END
$$;

ALTER FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz, boolean, timestamptz) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz, boolean, timestamptz) FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz, boolean, timestamptz) TO feed_runtime;
