-- Ends a run: no more signals from this moment, a pending one lapses. Its XAUT is sold at the
-- first uncontested tick whose price nobody knew then, and everything goes back to available, all
-- at once.
-- Until there is one the run stays 'stopping'; call again. Where it could not be sold then (nobody
-- called within 10 s, the house can't pay) the moment is that call's.
-- Fee and spread are those of the settings; the function that takes them is an earlier version's,
-- and leaves them aside.
-- Arguments: p_user is null where a job asks.
-- Returns: the run's status, whether this call changed it or met the first obstacle, the code of
--   what is in the way (null where only the next tick is waited for), and the user.
-- Raises: NOT_FOUND, and those of ledger_apply. Refusals of the sale are o_obstacle, as is
--   MARKET_STALE where there is no usable price.
-- Locks: the run's row, the user's accounts available and ai, ids descending, then the house's,
--   which the sale locks.
CREATE OR REPLACE FUNCTION stop_strategy_run(
  p_run uuid,
  p_user uuid,
  p_reason text,
  OUT o_status text,
  OUT o_changed boolean,
  OUT o_obstacle text,
  OUT o_user_id uuid
)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_run strategy_run%ROWTYPE;
  v_head record;
  v_stop_at timestamptz;
  v_tick_seq bigint;
  v_fill record;
  v_cash bigint;
  v_journal bigint;
  v_rule site_rule%ROWTYPE;
BEGIN
  SELECT * INTO STRICT v_rule FROM site_rule;
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
    SELECT h.at, h.contested OR h.at NOT BETWEEN app_now() - interval '10 seconds' AND app_now() AS is_stale
    INTO v_head FROM market_head h WHERE h.id = 1;
    v_stop_at := coalesce(v_run.stop_at, greatest(app_now(), v_head.at));
    UPDATE strategy_run SET stop_at = v_stop_at WHERE id = p_run AND stop_at IS NULL;
    SELECT m.seq INTO v_tick_seq FROM market_tick m
    WHERE m.at > v_stop_at AND coalesce(m.known_at, m.at) > v_stop_at AND NOT m.contested ORDER BY m.at LIMIT 1;
    IF v_tick_seq IS NULL THEN
      o_obstacle := coalesce(v_run.stop_obstacle, CASE WHEN v_head.is_stale THEN 'MARKET_STALE' END);
      UPDATE strategy_run SET stop_obstacle = o_obstacle WHERE id = p_run AND stop_obstacle IS DISTINCT FROM o_obstacle;
      o_changed := o_changed OR o_obstacle IS DISTINCT FROM v_run.stop_obstacle;
      RETURN;
    END IF;
    BEGIN
      SELECT * INTO STRICT v_fill FROM fill_run_trade('ai-stop:' || p_run, v_run.user_id, p_run, 'sell', v_run.holding_micro,
        v_rule.manual_fee_ppm, v_rule.manual_spread_ppm, v_tick_seq);
    EXCEPTION WHEN SQLSTATE 'XA001' THEN
      o_obstacle := SQLERRM;
      UPDATE strategy_run SET stop_at = greatest(app_now(), v_head.at), stop_obstacle = o_obstacle WHERE id = p_run;
      o_changed := o_changed OR v_run.stop_obstacle IS NULL;
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

ALTER FUNCTION stop_strategy_run(uuid, uuid, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION stop_strategy_run(uuid, uuid, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION stop_strategy_run(uuid, uuid, text) TO app_runtime;

CREATE OR REPLACE FUNCTION stop_strategy_run(
  p_run uuid,
  p_user uuid,
  p_reason text,
  p_fee_ppm integer,
  p_spread_ppm integer,
  OUT o_status text,
  OUT o_changed boolean,
  OUT o_obstacle text,
  OUT o_user_id uuid
)
  LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
  SELECT * FROM stop_strategy_run(p_run, p_user, p_reason)
$$;

ALTER FUNCTION stop_strategy_run(uuid, uuid, text, integer, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION stop_strategy_run(uuid, uuid, text, integer, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION stop_strategy_run(uuid, uuid, text, integer, integer) TO app_runtime;
