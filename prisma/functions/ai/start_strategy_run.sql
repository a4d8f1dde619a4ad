-- Allocates available USDT to a new strategy run. The function without p_daily_limit is the
-- earlier version's.
-- Arguments: p_refusal is a code that the caller already knows to be in the way, or null; a
--   repeated key is still answered as it was the first time. p_amount, p_min and p_max are USDT
--   in micro-units; p_daily_limit is the site's, null for none: the user's own narrows it. p_key
--   (1 to 200 bytes) names the event, p_input_hash (32 bytes, SHA-256) its input: a repeated key
--   with the same input repeats the first answer.
-- Returns: the run's id, available USDT in micro-units, and whether this was a repeat.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input),
--   p_refusal, PRODUCT_DISABLED, RISK_NOT_ACCEPTED, TRADE_AMOUNT_OUT_OF_RANGE, TOO_MANY_RUNS,
--   those of own_limits_allow, DAILY_TRADE_LIMIT, INSUFFICIENT_BALANCE and the others of
--   ledger_apply; invalid_parameter_value for an unknown interval.
-- Locks: the journal's key, then the user's available and ai, ids descending: they order this
--   user's requests, so the counts can't be outrun.
CREATE OR REPLACE FUNCTION start_strategy_run(
  p_refusal text,
  p_risk_version integer,
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_setup uuid,
  p_strategy text,
  p_params jsonb,
  p_interval text,
  p_amount bigint,
  p_min bigint,
  p_max bigint,
  p_max_runs integer
)
  RETURNS TABLE (o_run_id uuid, o_available_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  RETURN QUERY SELECT * FROM start_strategy_run(p_refusal, p_risk_version, p_key, p_input_hash, p_user, p_setup,
    p_strategy, p_params, p_interval, p_amount, p_min, p_max, p_max_runs, NULL::integer);
END
$$;

ALTER FUNCTION start_strategy_run(text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION start_strategy_run(text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION start_strategy_run(text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer) TO app_runtime;

CREATE OR REPLACE FUNCTION start_strategy_run(
  p_refusal text,
  p_risk_version integer,
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_setup uuid,
  p_strategy text,
  p_params jsonb,
  p_interval text,
  p_amount bigint,
  p_min bigint,
  p_max bigint,
  p_max_runs integer,
  p_daily_limit integer
)
  RETURNS TABLE (o_run_id uuid, o_available_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_journal bigint;
  v_enabled boolean;
  v_min bigint;
  v_max bigint;
  v_daily integer;
  v_available bigint := ledger_account_id(p_user, 'available', 'USDT');
  v_ai bigint := ledger_account_id(p_user, 'ai', 'USDT');
BEGIN
  SELECT b.o_journal, b.o_result INTO v_journal, o_run_id
  FROM ledger_begin_result('ai_allocate', p_key, p_input_hash, p_user, uuid_v7()) b;
  IF v_journal IS NULL THEN
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
  -- What the settings say: the caller's arguments can only narrow it.
  SELECT v_enabled IS DISTINCT FROM false AND s.ai_enabled, greatest(v_min, s.ai_min_micro), least(v_max, s.ai_max_micro),
    least(v_daily, s.daily_trade_limit), s.risk_version
  INTO v_enabled, v_min, v_max, v_daily, p_risk_version FROM site_rule s;
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
  PERFORM own_limits_allow(p_user, 'ai', p_amount);
  IF (SELECT count(*) FROM strategy_run r WHERE r.user_id = p_user AND r.status <> 'stopped') >= p_max_runs THEN
    PERFORM ledger_raise('TOO_MANY_RUNS');
  END IF;
  PERFORM count_daily_trade(p_user, least(p_daily_limit, v_daily));
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

ALTER FUNCTION start_strategy_run(text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION start_strategy_run(text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION start_strategy_run(text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer, integer) TO app_runtime;
