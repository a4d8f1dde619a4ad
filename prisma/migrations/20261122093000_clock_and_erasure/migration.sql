-- A clock that was set back: no tick is recorded until it has caught up, so the newest one lies in the future. It is
-- no price of now; nothing trades on it, and nothing is accepted at a time before it.

-- The quote that money may move at: the newest recorded tick. Spot trades, strategy fills and vault
-- conversions take their price from here and from nowhere else.
CREATE OR REPLACE FUNCTION market_quote(
  OUT o_tick_seq bigint, OUT o_at timestamptz, OUT o_bid_e8 bigint, OUT o_ask_e8 bigint, OUT o_simulated boolean
)
  LANGUAGE plpgsql STABLE
  AS $$
BEGIN
  SELECT h.seq, h.at, h.bid_e8, h.ask_e8, h.simulated INTO o_tick_seq, o_at, o_bid_e8, o_ask_e8, o_simulated
  FROM market_head h WHERE h.id = 1;
  IF o_at IS NULL OR o_at NOT BETWEEN app_now() - interval '10 seconds' AND app_now() THEN
    PERFORM ledger_raise('MARKET_STALE');
  END IF;
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
    v_margin := 15 * mul_div_half_even(p_max_amount, p_rate_ppm, 1000000);
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

-- Marks a closed candle as handled and records the signal that it led to, if any. Of several callers for the
-- same candle one succeeds; the others get false. p_lapse says why a signal is not to be traded.
-- The shared lock makes whoever records a tick wait for this commit: every tick later than created_at is
-- recorded after the signal is, so no signal was made by somebody who knew the price that it trades at.
CREATE OR REPLACE FUNCTION advance_strategy_run(
  p_run uuid, p_previous timestamptz, p_candle timestamptz, p_state jsonb,
  p_action text, p_amount bigint, p_reason text, p_lapse text
) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_run strategy_run%ROWTYPE;
  v_now timestamptz;
BEGIN
  UPDATE strategy_run r SET last_candle_at = p_candle, state = p_state
  WHERE r.id = p_run AND r.status = 'running' AND r.last_candle_at = p_previous AND p_candle > p_previous
    AND EXISTS (SELECT FROM market_candle c WHERE c."interval" = r."interval" AND c.open_time = p_candle AND c.closed)
  RETURNING * INTO v_run;
  IF v_run.id IS NULL THEN
    RETURN false;
  END IF;
  IF p_action IS NULL THEN
    RETURN true;
  END IF;
  IF p_amount > (CASE p_action WHEN 'buy' THEN v_run.cash_micro ELSE v_run.holding_micro END) THEN
    RAISE EXCEPTION 'a signal of run % is for more than it has', p_run;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(72001);
  v_now := greatest(app_now(), (SELECT h.at FROM market_head h WHERE h.id = 1));
  INSERT INTO strategy_signal (run_id, candle_at, action, amount_micro, reason, status, note, created_at, settled_at)
  VALUES (p_run, p_candle, p_action, p_amount, p_reason, CASE WHEN p_lapse IS NULL THEN 'pending' ELSE 'lapsed' END,
    p_lapse, v_now, CASE WHEN p_lapse IS NOT NULL THEN v_now END);
  RETURN true;
END
$$;

-- Settles up to p_limit dues, oldest first, and returns the payments per referrer. Nothing is paid and the due
-- dropped where the commission comes to nothing, the referrer's country is in p_blocked, their account was
-- erased, or the source was paid before. What the house can't pay stays due. Safe to run anywhere at once.
CREATE OR REPLACE FUNCTION pay_referrals(p_rate_ppm integer, p_blocked text[], p_limit integer DEFAULT 1000)
  RETURNS TABLE (o_referrer_id uuid, o_payments integer, o_earned_micro bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  c_house CONSTANT bigint := -7;
  v_ids bigint[];
  v_accounts bigint[];
  v_house_seq bigint;
  v_house_balance bigint;
  v_journal bigint;
  v_now timestamptz;
BEGIN
  IF p_rate_ppm IS NULL OR p_rate_ppm NOT BETWEEN 0 AND 1000000 OR p_blocked IS NULL OR p_limit NOT BETWEEN 1 AND 10000 THEN
    RAISE EXCEPTION 'not a way to pay referrals' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT array_agg(d.id) INTO v_ids FROM (
    SELECT id FROM referral_due ORDER BY id LIMIT p_limit FOR UPDATE SKIP LOCKED
  ) d;
  IF v_ids IS NULL THEN
    RETURN;
  END IF;
  UPDATE referral_due SET rate_ppm = p_rate_ppm WHERE id = ANY (v_ids) AND rate_ppm IS NULL;

  -- The referrers and then the house, in the global order.
  SELECT array_agg(DISTINCT a.id) INTO v_accounts FROM referral_due d JOIN ledger_account a
    ON a.owner_id = d.referrer_id AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
  WHERE d.id = ANY (v_ids);
  PERFORM 1 FROM ledger_account WHERE id = ANY (v_accounts || c_house) ORDER BY id DESC FOR NO KEY UPDATE;
  -- Only now: an erasure under way holds these locks, and a new statement sees what it did.
  DELETE FROM referral_due d USING app_user u
  WHERE d.id = ANY (v_ids) AND u.id = d.referrer_id AND (
    referral_commission(d.fee_micro, d.rate_ppm) = 0 OR u.country_iso = ANY (p_blocked) OR u.erased_at IS NOT NULL
    OR EXISTS (SELECT FROM referral_earning e WHERE e.source_type = d.source_type AND e.source_id = d.source_id));
  SELECT seq, balance_micro INTO v_house_seq, v_house_balance FROM ledger_account WHERE id = c_house;
  -- As many as there is money for, the oldest first.
  SELECT array_agg(c.id) INTO v_ids FROM (
    SELECT id, sum(referral_commission(fee_micro, rate_ppm)) OVER (ORDER BY id) AS upto
    FROM referral_due WHERE id = ANY (v_ids)
  ) c WHERE c.upto <= v_house_balance;
  IF v_ids IS NULL THEN
    RETURN;
  END IF;

  v_now := app_now();
  v_journal := ledger_begin('referral_commission', 'referral:' || uuid_v7(), sha256('referral'), NULL);
  RETURN QUERY WITH paid AS MATERIALIZED (
    DELETE FROM referral_due WHERE id = ANY (v_ids)
    RETURNING id, source_type, source_id, referrer_id, referred_id, fee_micro,
      referral_commission(fee_micro, rate_ppm) AS earned, uuid_v7() AS earning_id
  ), earned AS (
    INSERT INTO referral_earning (id, referrer_id, referred_id, source_type, source_id, fee_micro, earned_micro, created_at)
    SELECT p.earning_id, p.referrer_id, p.referred_id, p.source_type, p.source_id, p.fee_micro, p.earned, v_now FROM paid p
  ), legs AS MATERIALIZED (
    SELECT p.id, p.earning_id, p.earned, a.id AS account, a.seq, a.balance_micro FROM paid p JOIN ledger_account a
      ON a.owner_id = p.referrer_id AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
  ), posted AS (
    INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
      debit_seq, debit_balance_micro, credit_seq, credit_balance_micro, reference_type, reference_id)
    SELECT v_now, v_journal, row_number() OVER house, c_house, l.account, l.earned, 'USDT',
      v_house_seq + row_number() OVER house, (v_house_balance - sum(l.earned) OVER house)::bigint,
      l.seq + row_number() OVER own, (l.balance_micro + sum(l.earned) OVER own)::bigint, 'referral_earning', l.earning_id
    FROM legs l
    WINDOW house AS (ORDER BY l.id ROWS UNBOUNDED PRECEDING), own AS (PARTITION BY l.account ORDER BY l.id ROWS UNBOUNDED PRECEDING)
  ), moved AS (
    UPDATE ledger_account a SET balance_micro = a.balance_micro + d.amount, seq = a.seq + d.n
    FROM (
      SELECT l.account, sum(l.earned)::bigint AS amount, count(*) AS n FROM legs l GROUP BY l.account
      UNION ALL SELECT c_house, -sum(l.earned)::bigint, count(*) FROM legs l
    ) d WHERE a.id = d.account
  ), told AS (
    INSERT INTO referral_news AS n (referrer_id, payments, earned_micro)
    SELECT p.referrer_id, count(*), sum(p.earned) FROM paid p GROUP BY p.referrer_id ORDER BY p.referrer_id
    ON CONFLICT (referrer_id) DO UPDATE SET
      payments = n.payments + excluded.payments, earned_micro = n.earned_micro + excluded.earned_micro
    RETURNING n.referrer_id
  )
  SELECT p.referrer_id, count(*)::integer, sum(p.earned)::bigint FROM paid p GROUP BY p.referrer_id;
END
$$;
