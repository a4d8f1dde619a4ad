-- Strategy runs: money set aside for fixed rules that trade spot. A run's row, its signals and its money change
-- through the functions below only. docs/decisions/strategy-runs.md explains the rules.

ALTER TABLE strategy_run DROP CONSTRAINT strategy_run_status;
ALTER TABLE strategy_run
  ADD CONSTRAINT strategy_run_status CHECK (status IN ('running', 'stopping', 'stopped')),
  ADD CONSTRAINT strategy_run_ended CHECK (status <> 'stopped'
    OR (cash_micro = 0 AND holding_micro = 0 AND returned_micro IS NOT NULL AND stopped_at IS NOT NULL));
DROP INDEX strategy_run_live;
CREATE INDEX strategy_run_live ON strategy_run (id) WHERE status <> 'stopped';

ALTER TABLE strategy_signal
  ALTER COLUMN created_at TYPE timestamptz(6),
  ADD COLUMN status text NOT NULL DEFAULT 'pending',
  -- Why it lapsed.
  ADD COLUMN note text,
  ADD COLUMN settled_at timestamptz(6),
  ADD CONSTRAINT strategy_signal_status CHECK (CASE status
    WHEN 'pending' THEN num_nulls(trade_id, note, settled_at) = 3
    WHEN 'filled' THEN trade_id IS NOT NULL AND settled_at IS NOT NULL
    WHEN 'lapsed' THEN trade_id IS NULL AND note IS NOT NULL AND settled_at IS NOT NULL
    ELSE false END),
  ADD CONSTRAINT strategy_signal_amount CHECK (amount_micro > 0);
CREATE UNIQUE INDEX strategy_signal_pending ON strategy_signal (run_id) WHERE status = 'pending';

REVOKE INSERT, UPDATE ON strategy_run, strategy_signal FROM app_runtime;
-- What SELECT … FOR NO KEY UPDATE needs: the job locks a run while it decides.
GRANT UPDATE (state) ON strategy_run TO app_runtime;
GRANT SELECT, INSERT, UPDATE ON strategy_run, strategy_signal TO ledger_owner;
GRANT SELECT ON trade_config, risk_acceptance, market_candle TO ledger_owner;

-- Allocates p_amount of available USDT to a new run. p_refusal is what the caller already knows to be in the
-- way; a repeated key is still answered as it was the first time. Raises PRODUCT_DISABLED, RISK_NOT_ACCEPTED,
-- TRADE_AMOUNT_OUT_OF_RANGE, TOO_MANY_RUNS, INSUFFICIENT_BALANCE, IDEMPOTENCY_CONFLICT.
CREATE FUNCTION start_strategy_run(
  p_refusal text, p_risk_version integer, p_key text, p_input_hash bytea, p_user uuid, p_setup uuid,
  p_strategy text, p_params jsonb, p_interval text, p_amount bigint, p_min bigint, p_max bigint, p_max_runs integer
) RETURNS TABLE (o_run_id uuid, o_available_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_enabled boolean;
  v_min bigint;
  v_max bigint;
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
  SELECT c.ai_enabled, c.min_amount_micro, c.max_amount_micro INTO v_enabled, v_min, v_max
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
  -- The user's rows first: they order this user's requests, so the count below can't be outrun.
  PERFORM 1 FROM ledger_account a WHERE a.id IN (v_available, v_ai) ORDER BY a.id DESC FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM strategy_run r WHERE r.user_id = p_user AND r.status <> 'stopped') >= p_max_runs THEN
    PERFORM ledger_raise('TOO_MANY_RUNS');
  END IF;
  -- The first candle to decide on is the one now running: what closed before the start is history.
  INSERT INTO strategy_run (id, user_id, setup_id, strategy, params, "interval", allocated_micro, cash_micro, last_candle_at, started_at)
  SELECT o_run_id, p_user, p_setup, p_strategy, p_params, p_interval, p_amount, p_amount,
    coalesce((SELECT c.open_time FROM market_candle c WHERE c."interval" = p_interval AND c.closed
      ORDER BY c.open_time DESC LIMIT 1), app_now() - w.width), app_now()
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

-- Marks a closed candle as handled and records the signal that it led to, if any. Of several callers for the
-- same candle one succeeds; the others get false. p_lapse says why a signal is not to be traded.
-- The shared lock makes whoever records a tick wait for this commit: every tick later than created_at is
-- recorded after the signal is, so no signal was made by somebody who knew the price that it trades at.
CREATE FUNCTION advance_strategy_run(
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
  v_now := app_now();
  INSERT INTO strategy_signal (run_id, candle_at, action, amount_micro, reason, status, note, created_at, settled_at)
  VALUES (p_run, p_candle, p_action, p_amount, p_reason, CASE WHEN p_lapse IS NULL THEN 'pending' ELSE 'lapsed' END,
    p_lapse, v_now, CASE WHEN p_lapse IS NOT NULL THEN v_now END);
  RETURN true;
END
$$;

-- Fills a pending signal at the first tick recorded after it. It lapses when there was none within 60 s, or
-- when nobody filled it while that tick was at most 10 s old: prices older than that are not traded on.
-- Safe to call anywhere at once: one caller gets the run, the others null.
CREATE FUNCTION fill_strategy_signal(
  p_signal uuid, p_fee_ppm integer, p_spread_ppm integer,
  OUT o_outcome text, OUT o_run_id uuid, OUT o_user_id uuid
)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_run strategy_run%ROWTYPE;
  v_signal strategy_signal%ROWTYPE;
  v_cutoff timestamptz;
  v_tick record;
  v_fill record;
  v_note text;
BEGIN
  SELECT r.* INTO v_run FROM strategy_run r
  WHERE r.id = (SELECT s.run_id FROM strategy_signal s WHERE s.id = p_signal) FOR NO KEY UPDATE SKIP LOCKED;
  -- Read under the run's lock: whoever held it before may have dealt with the signal.
  SELECT s.* INTO v_signal FROM strategy_signal s WHERE s.id = p_signal AND s.status = 'pending';
  IF v_run.id IS NULL OR v_signal.id IS NULL THEN
    RETURN;
  END IF;
  v_cutoff := market_cutoff();
  SELECT m.seq, m.at INTO v_tick FROM market_tick m
  WHERE m.at > v_signal.created_at AND m.at <= v_signal.created_at + interval '60 seconds'
  ORDER BY m.at LIMIT 1;
  IF v_tick.seq IS NULL AND v_cutoff <= v_signal.created_at + interval '60 seconds' THEN
    RETURN;
  END IF;
  IF v_tick.seq IS NULL THEN
    v_note := 'There was no price within 60 s';
  ELSIF v_tick.at < app_now() - interval '10 seconds' THEN
    v_note := 'It was not filled within 10 s of its price';
  ELSE
    BEGIN
      SELECT * INTO STRICT v_fill FROM fill_spot_trade('ai-signal:' || v_signal.id, sha256(v_signal.id::text::bytea), v_run.user_id,
        'ai', 'ai', v_run.id, v_signal.action, v_signal.amount_micro, NULL, p_fee_ppm, p_spread_ppm, NULL, NULL, NULL,
        p_tick_seq => v_tick.seq);
    EXCEPTION WHEN SQLSTATE 'XA001' THEN
      v_note := CASE SQLERRM WHEN 'HOUSE_LIMIT' THEN 'The house could not supply this amount' ELSE 'The trade was refused: ' || SQLERRM END;
    END;
  END IF;
  o_run_id := v_run.id;
  o_user_id := v_run.user_id;
  IF v_note IS NOT NULL THEN
    o_outcome := 'lapsed';
    UPDATE strategy_signal SET status = 'lapsed', note = v_note, settled_at = app_now() WHERE id = p_signal;
    RETURN;
  END IF;
  o_outcome := 'filled';
  UPDATE strategy_run SET
    cash_micro = cash_micro + CASE v_signal.action WHEN 'buy' THEN -v_signal.amount_micro ELSE v_fill.o_received_micro END,
    holding_micro = holding_micro + CASE v_signal.action WHEN 'buy' THEN v_fill.o_received_micro ELSE -v_signal.amount_micro END
  WHERE id = v_run.id;
  UPDATE strategy_signal SET status = 'filled', trade_id = v_fill.o_trade_id, settled_at = app_now() WHERE id = p_signal;
END
$$;

-- Ends a run: no more signals from this moment, a pending one lapses. Its XAUT is sold at the newest tick and
-- everything goes back to available, all at once. Without a fresh price, or while the house can't pay, the run
-- stays 'stopping' and o_obstacle says why; call again. p_user null is the job. Raises NOT_FOUND.
CREATE FUNCTION stop_strategy_run(
  p_run uuid, p_user uuid, p_reason text, p_fee_ppm integer, p_spread_ppm integer,
  OUT o_status text, OUT o_changed boolean, OUT o_obstacle text, OUT o_user_id uuid
)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_run strategy_run%ROWTYPE;
  v_fill record;
  v_cash bigint;
  v_journal bigint;
BEGIN
  SELECT r.* INTO v_run FROM strategy_run r
  WHERE r.id = p_run AND (p_user IS NULL OR r.user_id = p_user) FOR NO KEY UPDATE;
  IF v_run.id IS NULL THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  o_user_id := v_run.user_id;
  o_changed := v_run.status = 'running';
  o_status := v_run.status;
  IF v_run.status = 'stopped' THEN
    RETURN;
  END IF;
  o_status := 'stopping';
  UPDATE strategy_signal SET status = 'lapsed', note = 'The run was stopped', settled_at = app_now()
  WHERE run_id = p_run AND status = 'pending';
  UPDATE strategy_run SET status = 'stopping', stop_reason = p_reason WHERE id = p_run AND status = 'running';

  -- All of the user's accounts before any of the house's, which the sale locks.
  PERFORM 1 FROM ledger_account a
  WHERE a.owner_id = v_run.user_id AND a.kind IN ('available', 'ai') ORDER BY a.id DESC FOR NO KEY UPDATE;
  v_cash := v_run.cash_micro;
  IF v_run.holding_micro > 0 THEN
    BEGIN
      SELECT * INTO STRICT v_fill FROM fill_spot_trade('ai-stop:' || p_run, sha256(p_run::text::bytea), v_run.user_id,
        'ai', 'ai', p_run, 'sell', v_run.holding_micro, NULL, p_fee_ppm, p_spread_ppm, NULL, NULL, NULL);
    EXCEPTION WHEN SQLSTATE 'XA001' THEN
      o_obstacle := SQLERRM;
      RETURN;
    END;
    v_cash := v_cash + v_fill.o_received_micro;
  END IF;
  IF v_cash > 0 THEN
    v_journal := ledger_begin('ai_return', 'ai-return:' || p_run, sha256(p_run::text::bytea), p_user);
    PERFORM ledger_apply(v_journal, 1, ledger_account_id(v_run.user_id, 'ai', 'USDT'),
      ledger_account_id(v_run.user_id, 'available', 'USDT'), v_cash, 'strategy_run', p_run, false);
  END IF;
  UPDATE strategy_run SET status = 'stopped', cash_micro = 0, holding_micro = 0, returned_micro = v_cash, stopped_at = app_now()
  WHERE id = p_run;
  o_status := 'stopped';
  o_changed := true;
END
$$;

ALTER FUNCTION start_strategy_run(
  text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer) OWNER TO ledger_owner;
ALTER FUNCTION advance_strategy_run(uuid, timestamptz, timestamptz, jsonb, text, bigint, text, text) OWNER TO ledger_owner;
ALTER FUNCTION fill_strategy_signal(uuid, integer, integer) OWNER TO ledger_owner;
ALTER FUNCTION stop_strategy_run(uuid, uuid, text, integer, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION
  start_strategy_run(text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer),
  advance_strategy_run(uuid, timestamptz, timestamptz, jsonb, text, bigint, text, text),
  fill_strategy_signal(uuid, integer, integer), stop_strategy_run(uuid, uuid, text, integer, integer)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  start_strategy_run(text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer),
  advance_strategy_run(uuid, timestamptz, timestamptz, jsonb, text, bigint, text, text),
  fill_strategy_signal(uuid, integer, integer), stop_strategy_run(uuid, uuid, text, integer, integer)
  TO app_runtime;
