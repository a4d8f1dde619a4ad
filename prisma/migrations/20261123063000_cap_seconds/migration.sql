-- The sources that the index has dropped, kept for the leader that comes next.
ALTER TABLE market_head ADD COLUMN dropped text[] DEFAULT ARRAY[]::text[];

-- Notes which sources are dropped. False while there is no tick to note it with.
CREATE FUNCTION market_sources_dropped(p_sources text[]) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  UPDATE market_head SET dropped = p_sources WHERE id = 1;
  RETURN FOUND;
END
$$;
ALTER FUNCTION market_sources_dropped(text[]) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_sources_dropped(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION market_sources_dropped(text[]) TO app_runtime;

-- Opens an option: stake from the user and collateral from the house go to escrow, and the trade
-- waits for the first tick after opened_at. One round trip; repeats its first answer for a repeated key.
-- Limits are the caller's settings; p_daily_limit and the caps may be null (none).
-- Collateral = stake x rate, half to even. Options accepted after the same tick share their entry, so their expiry: the
-- second that a cap counts for is one of that tick and not of the acceptance.
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

  IF v_capped THEN
    v_second := floor(extract(epoch FROM v_tick_at))::bigint + 1 + p_duration_seconds;
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
    -- Again, since a tick may have come while this waited for its locks; there is none left to wait for.
    SELECT h.at INTO v_tick_at FROM market_head h WHERE h.id = 1;
    v_second := floor(extract(epoch FROM v_tick_at))::bigint + 1 + p_duration_seconds;
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

-- Allocates p_amount of available USDT to a new run. p_refusal is what the caller already knows to be in the
-- way; a repeated key is still answered as it was the first time. Raises PRODUCT_DISABLED, RISK_NOT_ACCEPTED,
-- TRADE_AMOUNT_OUT_OF_RANGE, TOO_MANY_RUNS, DAILY_TRADE_LIMIT, INSUFFICIENT_BALANCE, IDEMPOTENCY_CONFLICT.
-- p_daily_limit is the site's, null for none; the user's own narrows it.
CREATE OR REPLACE FUNCTION start_strategy_run(
  p_refusal text, p_risk_version integer, p_key text, p_input_hash bytea, p_user uuid, p_setup uuid,
  p_strategy text, p_params jsonb, p_interval text, p_amount bigint, p_min bigint, p_max bigint, p_max_runs integer,
  p_daily_limit integer
) RETURNS TABLE (o_run_id uuid, o_available_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_enabled boolean;
  v_min bigint;
  v_max bigint;
  v_daily integer;
  v_available bigint := ledger_account_id(p_user, 'available', 'USDT');
  v_ai bigint := ledger_account_id(p_user, 'ai', 'USDT');
BEGIN
  IF octet_length(p_input_hash) <> 32 OR octet_length(p_key) NOT BETWEEN 1 AND 200 OR p_key IS NULL OR p_input_hash IS NULL THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  o_run_id := uuid_v7();
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
  VALUES ('ai_allocate', p_key, p_input_hash, p_user, o_run_id, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id INTO v_journal;
  IF v_journal IS NULL THEN
    SELECT j.input_hash, j.result_id INTO STRICT v_hash, o_run_id FROM ledger_journal j WHERE j.idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    SELECT a.balance_micro INTO o_available_micro FROM ledger_account a WHERE a.id = v_available;
    o_replayed := true;
    RETURN NEXT;
    RETURN;
  END IF;

  IF p_refusal IS NOT NULL THEN
    PERFORM ledger_raise(p_refusal);
  END IF;
  SELECT c.ai_enabled, c.min_amount_micro, c.max_amount_micro, c.daily_trade_limit INTO v_enabled, v_min, v_max, v_daily
  FROM trade_config c WHERE c.user_id = p_user;
  IF v_enabled IS FALSE THEN
    PERFORM ledger_raise('PRODUCT_DISABLED');
  END IF;
  IF NOT EXISTS (
    SELECT FROM risk_acceptance r WHERE r.user_id = p_user AND r.product = 'ai' AND r.version = p_risk_version
  ) THEN
    PERFORM ledger_raise('RISK_NOT_ACCEPTED');
  END IF;
  IF p_amount IS NULL OR p_amount <= 0 OR p_amount > 1000000000000000
    OR p_amount < greatest(p_min, v_min) OR p_amount > least(p_max, v_max) THEN
    PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
  END IF;
  -- The user's rows first: they order this user's requests, so the counts below can't be outrun.
  PERFORM 1 FROM ledger_account a WHERE a.id IN (v_available, v_ai) ORDER BY a.id DESC FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM strategy_run r WHERE r.user_id = p_user AND r.status <> 'stopped') >= p_max_runs THEN
    PERFORM ledger_raise('TOO_MANY_RUNS');
  END IF;
  IF daily_trades_used(p_user) >= least(p_daily_limit, v_daily) THEN
    PERFORM ledger_raise('DAILY_TRADE_LIMIT');
  END IF;
  -- The first candle to decide on is the one now running. What ended before is history, also while no tick has closed it.
  INSERT INTO strategy_run (id, user_id, setup_id, strategy, params, "interval", allocated_micro, cash_micro, last_candle_at, started_at)
  SELECT o_run_id, p_user, p_setup, p_strategy, p_params, p_interval, p_amount, p_amount,
    date_bin(w.width, app_now(), '1970-01-05Z') - w.width, app_now()
  FROM market_interval() AS w WHERE w.name = p_interval;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no interval %', p_interval USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM ledger_apply(v_journal, 1, v_available, v_ai, p_amount, 'strategy_run', o_run_id, false);
  SELECT a.balance_micro INTO o_available_micro FROM ledger_account a WHERE a.id = v_available;
  o_replayed := false;
  RETURN NEXT;
END
$$;
