-- When a live price came after a pause: from then until the candles of the pause are filled in, they are not to be
-- decided on. Null while nothing is missing.
ALTER TABLE market_head ADD COLUMN gap_at timestamptz(6);

-- Appends one index tick and returns its sequence number, or null when the database clock is not
-- past the last tick. Whoever takes advisory lock 72001 shared afterwards sees every earlier tick.
-- p_sampled_at is a moment of the database's clock (clock_timestamp()) at or before which the price was read. A price
-- that was on its way, or waited for the lock, for more than 2 s is refused: it is no price of the moment that its tick would bear.
CREATE FUNCTION record_tick(
  p_price_e8 bigint, p_bid_e8 bigint, p_ask_e8 bigint,
  p_sources jsonb, p_source_count integer, p_simulated boolean,
  p_sampled_at timestamptz
) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  v_head market_head%ROWTYPE;
  v_at timestamptz;
  v_age interval;
  v_gap_at timestamptz;
  v_seq bigint;
  v_source text;
  v_kind text;
BEGIN
  PERFORM pg_advisory_xact_lock(72001);
  -- Not app_now(), which tests move: this compares two readings of one clock. Ahead of it is a clock that was set back.
  v_age := clock_timestamp() - p_sampled_at;
  IF v_age IS NULL OR v_age NOT BETWEEN interval '-1 second' AND interval '2 seconds' THEN
    RAISE EXCEPTION 'the price is % old', v_age;
  END IF;
  SELECT * INTO v_head FROM market_head WHERE id = 1;
  v_at := app_now();
  IF v_head.at IS NOT NULL AND v_at <= v_head.at THEN
    RETURN NULL;
  END IF;
  v_seq := coalesce(v_head.seq, 0) + 1;
  IF NOT p_simulated AND (v_head.at IS NULL OR v_head.simulated OR v_at - v_head.at >= interval '10 seconds') THEN
    v_gap_at := v_at;
  END IF;
  v_source := coalesce(p_sources -> 0 ->> 'source', 'index');
  v_kind := CASE WHEN v_source IN ('simulated', 'replay') THEN v_source ELSE 'live' END;

  IF v_head.at IS NULL
    OR date_trunc('month', v_head.at AT TIME ZONE 'UTC') <> date_trunc('month', v_at AT TIME ZONE 'UTC')
  THEN
    -- Of the coming months the leader sees to it, once a day: making one waits for whoever reads ticks, a backup for example.
    PERFORM ensure_market_tick_partitions(v_at, 0);
  END IF;

  INSERT INTO market_tick (seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated)
  VALUES (v_seq, v_at, p_price_e8, p_bid_e8, p_ask_e8, p_sources, p_source_count, p_simulated);

  INSERT INTO market_head AS h (id, seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated, gap_at)
  VALUES (1, v_seq, v_at, p_price_e8, p_bid_e8, p_ask_e8, p_sources, p_source_count, p_simulated, v_gap_at)
  ON CONFLICT (id) DO UPDATE SET
    seq = excluded.seq, at = excluded.at, price_e8 = excluded.price_e8, bid_e8 = excluded.bid_e8,
    ask_e8 = excluded.ask_e8, sources = excluded.sources, source_count = excluded.source_count,
    simulated = excluded.simulated,
    gap_at = CASE WHEN p_simulated OR v_gap_at IS NOT NULL THEN v_gap_at ELSE h.gap_at END;

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

-- The release before does not say when the price was read: here that is when its statement arrived.
CREATE OR REPLACE FUNCTION record_tick(
  p_price_e8 bigint, p_bid_e8 bigint, p_ask_e8 bigint,
  p_sources jsonb, p_source_count integer, p_simulated boolean
) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  RETURN record_tick(p_price_e8, p_bid_e8, p_ask_e8, p_sources, p_source_count, p_simulated, statement_timestamp());
END
$$;

-- Says that candles are complete again up to p_until. A pause that ended later stays noted.
CREATE FUNCTION market_gap_filled(p_until timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  UPDATE market_head SET gap_at = NULL WHERE gap_at <= p_until;
END
$$;

ALTER FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz) OWNER TO ledger_owner;
ALTER FUNCTION market_gap_filled(timestamptz) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz), market_gap_filled(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_tick(bigint, bigint, bigint, jsonb, integer, boolean, timestamptz), market_gap_filled(timestamptz) TO app_runtime;

-- The moment up to which every tick is visible to the next statement: whoever records a tick holds
-- the lock until commit, and the tick's time is read inside it. Undoing the block lets go of the lock; a session's
-- lock, taken and given back, would stay on its connection where a cancellation comes in between.
CREATE OR REPLACE FUNCTION market_cutoff() RETURNS timestamptz
  LANGUAGE plpgsql
  AS $$
DECLARE
  v_cutoff timestamptz;
BEGIN
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(72001);
    v_cutoff := app_now();
    RAISE EXCEPTION USING ERRCODE = 'XA002', MESSAGE = 'lets go of the lock';
  EXCEPTION WHEN SQLSTATE 'XA002' THEN
    RETURN v_cutoff;
  END;
END
$$;

-- Opens an option: stake from the user and collateral from the house go to escrow, and the trade
-- waits for the first tick after opened_at. One round trip; repeats its first answer for a repeated key.
-- Limits are the caller's settings; p_daily_limit and the caps may be null (none).
-- Collateral = stake x rate, half to even.
CREATE OR REPLACE FUNCTION open_option(
  p_key text, p_input_hash bytea, p_user uuid, p_direction text, p_amount bigint, p_duration_seconds integer,
  p_rate_ppm integer, p_min_amount bigint, p_max_amount bigint, p_daily_limit integer, p_min_sources integer,
  p_cap_second bigint, p_cap_direction bigint,
  OUT o_trade_id uuid, OUT o_opened_at timestamptz, OUT o_collateral_micro bigint, OUT o_available_micro bigint, OUT o_replayed boolean
)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_tick_at timestamptz;
  v_sources integer;
  v_account bigint;
  v_seq bigint;
  v_shard integer := pg_backend_pid() % 16;
  v_pool_account bigint := -100 - v_shard;
  v_pool_seq bigint;
  v_pool_balance bigint;
  v_second bigint;
  v_margin bigint;
  v_capped boolean := p_cap_second IS NOT NULL OR p_cap_direction IS NOT NULL;
  v_exclusive boolean := false;
BEGIN
  IF octet_length(p_input_hash) <> 32 OR octet_length(p_key) NOT BETWEEN 1 AND 200 OR p_key IS NULL OR p_input_hash IS NULL THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  o_trade_id := uuid_v7();
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
  VALUES ('option_open', p_key, p_input_hash, p_user, o_trade_id, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id INTO v_journal;
  IF v_journal IS NULL THEN
    SELECT j.input_hash, j.result_id INTO STRICT v_hash, o_trade_id FROM ledger_journal j WHERE j.idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    SELECT t.opened_at, t.collateral_micro INTO STRICT o_opened_at, o_collateral_micro FROM trade t WHERE t.id = o_trade_id;
    SELECT a.balance_micro INTO o_available_micro FROM ledger_account a
    WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0;
    o_replayed := true;
    RETURN;
  END IF;

  IF p_direction NOT IN ('up', 'down') OR p_duration_seconds NOT BETWEEN 1 AND 86400
    OR p_rate_ppm NOT BETWEEN 0 AND 10000000 OR p_direction IS NULL OR p_duration_seconds IS NULL OR p_rate_ppm IS NULL THEN
    PERFORM ledger_raise('OPTION_INVALID');
  END IF;
  IF p_amount IS NULL OR p_amount <= 0 OR p_amount < p_min_amount OR p_amount > p_max_amount OR p_amount > 1000000000000000 THEN
    PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
  END IF;
  SELECT h.at, h.source_count INTO v_tick_at, v_sources FROM market_head h WHERE h.id = 1;
  IF v_tick_at IS NULL OR v_tick_at NOT BETWEEN app_now() - interval '10 seconds' AND app_now() THEN
    PERFORM ledger_raise('MARKET_STALE');
  END IF;
  IF v_sources < p_min_sources THEN
    PERFORM ledger_raise('MARKET_THIN');
  END IF;
  o_collateral_micro := mul_div_half_even(p_amount, p_rate_ppm, 1000000);

  -- The user's row first: it orders this user's requests, so the count below can't be outrun.
  UPDATE ledger_account a SET balance_micro = a.balance_micro - p_amount, seq = a.seq + 1
  WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
    AND a.balance_micro >= p_amount
  RETURNING a.id, a.seq, a.balance_micro INTO v_account, v_seq, o_available_micro;
  IF v_account IS NULL THEN
    PERFORM ledger_raise('INSUFFICIENT_BALANCE');
  END IF;
  IF p_daily_limit IS NOT NULL AND daily_trades_used(p_user) >= p_daily_limit THEN
    PERFORM ledger_raise('DAILY_TRADE_LIMIT');
  END IF;

  v_second := ceil(extract(epoch FROM app_now()))::bigint + p_duration_seconds;
  IF v_capped THEN
    -- Each of the 15 other shards can hold one option not yet visible here. Far from a cap that
    -- margin settles it; near one, lock every shard and count exactly.
    v_margin := 15 * mul_div_half_even(least(p_max_amount, 1000000000000000), p_rate_ppm, 1000000);
    v_exclusive := NOT option_within_caps(p_direction, v_second, o_collateral_micro + v_margin, p_cap_second, p_cap_direction);
    IF v_exclusive THEN
      PERFORM 1 FROM ledger_account WHERE id BETWEEN -115 AND -100 ORDER BY id DESC FOR NO KEY UPDATE;
      v_margin := 0;
    END IF;
  END IF;
  -- Consecutive connections prefer different shards, so they seldom wait for each other. The exposure's
  -- update reads the row of the pool's, so it runs after it, under its lock.
  WHILE o_collateral_micro > 0 AND v_pool_seq IS NULL LOOP
    WITH pool AS (
      UPDATE ledger_account a SET balance_micro = a.balance_micro - o_collateral_micro, seq = a.seq + 1
      WHERE a.id = v_pool_account AND a.balance_micro >= o_collateral_micro
      RETURNING a.shard, a.seq, a.balance_micro
    ), exposed AS (
      UPDATE option_exposure e SET
        up_micro = e.up_micro + CASE p_direction WHEN 'up' THEN o_collateral_micro ELSE 0 END,
        down_micro = e.down_micro + CASE p_direction WHEN 'down' THEN o_collateral_micro ELSE 0 END
      FROM pool WHERE e.shard = pool.shard
    )
    SELECT * INTO v_shard, v_pool_seq, v_pool_balance FROM pool;
    IF v_pool_seq IS NULL THEN
      v_pool_account := option_other_pool(o_collateral_micro);
      IF v_pool_account IS NULL THEN
        PERFORM ledger_raise('HOUSE_LIMIT');
      END IF;
    END IF;
  END LOOP;
  IF p_cap_second IS NOT NULL THEN
    INSERT INTO option_expiry_exposure AS e (expiry_second, shard, collateral_micro)
    VALUES (v_second, v_shard, o_collateral_micro)
    ON CONFLICT (expiry_second, shard) DO UPDATE SET collateral_micro = e.collateral_micro + excluded.collateral_micro;
  END IF;
  IF v_capped AND NOT option_within_caps(p_direction, v_second, v_margin, p_cap_second, p_cap_direction) THEN
    IF v_exclusive THEN
      PERFORM ledger_raise('HOUSE_LIMIT');
    END IF;
    RAISE EXCEPTION 'a cap came near meanwhile, try again' USING ERRCODE = 'serialization_failure';
  END IF;

  -- The time of acceptance is read last, when no lock is left to wait for; never before a price that was known.
  o_opened_at := greatest(app_now(), v_tick_at);
  WITH opened AS (
    INSERT INTO trade (id, shard, user_id, type, status, direction, amount_micro, currency, duration_seconds,
      payout_rate_ppm, collateral_micro, opened_at)
    VALUES (o_trade_id, v_shard, p_user, 'option', 'open', p_direction, p_amount, 'USDT', p_duration_seconds,
      p_rate_ppm, o_collateral_micro, o_opened_at)
  )
  INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
    debit_seq, debit_balance_micro, reference_type, reference_id)
  SELECT o_opened_at, v_journal, l.line, l.debit, -8, l.amount, 'USDT', l.seq, l.balance, 'trade', o_trade_id
  FROM (VALUES (1, v_account, p_amount, v_seq, o_available_micro),
    (2, v_pool_account, o_collateral_micro, v_pool_seq, v_pool_balance)) AS l (line, debit, amount, seq, balance)
  WHERE l.amount > 0;
  o_replayed := false;
END
$$;

-- Trades of more than 10^9 were never possible; a larger maximum is no setting any more and would become its default.
UPDATE setting SET value = '"1000000000"'
WHERE key IN ('optionMin', 'optionMax', 'manualMin', 'manualMax', 'aiMin', 'aiMax')
  AND CASE WHEN value #>> '{}' ~ '^\d{1,12}(\.\d{1,6})?$' THEN (value #>> '{}')::numeric > 1000000000 ELSE false END;
