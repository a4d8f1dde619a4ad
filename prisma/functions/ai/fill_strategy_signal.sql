-- Fills a pending signal at the first tick whose price nobody knew then and that is not
-- contested. It lapses when there was none within 60 s, or when nobody filled it while that tick
-- was at most 10 s old: prices older than that are not traded on. May be called anywhere at once.
-- Fee and spread are those of the settings; the function that takes them is an earlier version's,
-- and leaves them aside.
-- Returns: 'filled' or 'lapsed' with run and user for the caller that got the run; nulls for the
--   others, and while there is nothing to do yet.
-- Raises: an error that is not the ledger's; refusals of the trade (HOUSE_LIMIT, MARKET_STALE
--   and others) become the note of a lapse.
-- Locks: the run's row (SKIP LOCKED), advisory lock 72001 as market_cutoff does, then what
--   fill_run_trade takes.
CREATE OR REPLACE FUNCTION fill_strategy_signal(
  p_signal uuid,
  OUT o_outcome text,
  OUT o_run_id uuid,
  OUT o_user_id uuid
)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  c_too_old constant text := 'It was not filled within 10 s of its price';
  v_run strategy_run%ROWTYPE;
  v_signal strategy_signal%ROWTYPE;
  v_cutoff timestamptz;
  v_tick record;
  v_fill record;
  v_note text;
  v_rule site_rule%ROWTYPE;
BEGIN
  SELECT * INTO STRICT v_rule FROM site_rule;
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
    AND coalesce(m.known_at, m.at) > v_signal.created_at AND NOT m.contested
  ORDER BY m.at LIMIT 1;
  IF v_tick.seq IS NULL AND v_cutoff <= v_signal.created_at + interval '60 seconds' THEN
    RETURN;
  END IF;
  IF v_tick.seq IS NULL THEN
    v_note := 'There was no price within 60 s';
  ELSIF v_tick.at < app_now() - interval '10 seconds' THEN
    v_note := c_too_old;
  ELSE
    BEGIN
      SELECT * INTO STRICT v_fill FROM fill_run_trade('ai-signal:' || v_signal.id, v_run.user_id, v_run.id, v_signal.action, v_signal.amount_micro,
        v_rule.manual_fee_ppm, v_rule.manual_spread_ppm, v_tick.seq);
    EXCEPTION WHEN SQLSTATE 'XA001' THEN
      v_note := CASE SQLERRM WHEN 'HOUSE_LIMIT' THEN 'The house could not supply this amount'
        WHEN 'MARKET_STALE' THEN c_too_old ELSE 'The trade was refused: ' || SQLERRM END;
    END;
  END IF;
  o_run_id := v_run.id;
  o_user_id := v_run.user_id;
  INSERT INTO outbox (user_id, kind, payload)
  VALUES (o_user_id, 'event', json_build_object('t', 'run', 'u', o_user_id, 'id', o_run_id, 'status', v_run.status));
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

ALTER FUNCTION fill_strategy_signal(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_strategy_signal(uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION fill_strategy_signal(uuid) TO app_runtime;

CREATE OR REPLACE FUNCTION fill_strategy_signal(
  p_signal uuid,
  p_fee_ppm integer,
  p_spread_ppm integer,
  OUT o_outcome text,
  OUT o_run_id uuid,
  OUT o_user_id uuid
)
  LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
  SELECT * FROM fill_strategy_signal(p_signal)
$$;

ALTER FUNCTION fill_strategy_signal(uuid, integer, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_strategy_signal(uuid, integer, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION fill_strategy_signal(uuid, integer, integer) TO app_runtime;
