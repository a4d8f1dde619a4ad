-- Marks a closed candle as handled and records the signal that it led to, if any. Of several
-- callers for the same candle one succeeds.
-- Arguments: p_previous is the candle handled before, p_amount micro-units of USDT ('buy') or
--   XAUT ('sell'), p_lapse why a signal is not to be traded, or null.
-- Returns: true, or false for who came later.
-- Raises: an error for a signal of more than the run has.
-- Locks: the run's row, then advisory lock 72001, shared: whoever records a tick waits for this
--   commit, so every tick later than the signal's time is recorded after it, and no signal was
--   made by somebody who knew the price that it trades at.
CREATE OR REPLACE FUNCTION advance_strategy_run(
  p_run uuid,
  p_previous timestamptz,
  p_candle timestamptz,
  p_state jsonb,
  p_action text,
  p_amount bigint,
  p_reason text,
  p_lapse text
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
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
  INSERT INTO outbox (user_id, kind, payload)
  VALUES (v_run.user_id, 'event', json_build_object('t', 'run', 'u', v_run.user_id, 'id', p_run, 'status', v_run.status));
  RETURN true;
END
$$;

ALTER FUNCTION advance_strategy_run(uuid, timestamptz, timestamptz, jsonb, text, bigint, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION advance_strategy_run(uuid, timestamptz, timestamptz, jsonb, text, bigint, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION advance_strategy_run(uuid, timestamptz, timestamptz, jsonb, text, bigint, text, text) TO app_runtime;
