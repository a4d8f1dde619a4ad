-- Gives what counts against a user's own limits now. Days and weeks begin at 00:00 UTC, weeks on
-- Monday. A loss is the net one of options, sales of spot trades and strategy runs that ended
-- then; what is still open counts in full as being at risk: stakes, and what runs were given.
-- Deposits count when they are reported, with their value of now.
-- Arguments: p_user is the user.
-- Returns: micro-units of USDT (losses below 0 are gains), and the trades of the day: all but
--   fills of runs and spot trades that were not filled, whatever staff reset; and the orders that
--   are open, whichever day they are from: each can be filled today.
-- Raises: nothing. A coin without any known rate makes o_deposit_day_micro null.
-- Locks: none.
CREATE OR REPLACE FUNCTION own_limits_used(
  p_user uuid,
  OUT o_at_risk_micro bigint,
  OUT o_loss_day_micro bigint,
  OUT o_loss_week_micro bigint,
  OUT o_deposit_day_micro bigint,
  OUT o_trades_day integer
)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_day timestamptz := date_trunc('day', app_now(), 'UTC');
  v_week timestamptz := date_trunc('week', app_now(), 'UTC');
  v_runs record;
  v_deposits record;
BEGIN
  -- An option takes a day at most: what is open, or ended this week, was opened since then.
  SELECT coalesce(sum(t.amount_micro) FILTER (WHERE t.type = 'option' AND t.status = 'open'), 0),
    coalesce(-sum(t.pnl_micro) FILTER (WHERE t.settled_at >= v_day), 0), coalesce(-sum(t.pnl_micro) FILTER (WHERE t.settled_at >= v_week), 0),
    count(*) FILTER (WHERE t.opened_at >= v_day AND NOT (t.type = 'manual' AND t.status = 'void'))
  INTO o_at_risk_micro, o_loss_day_micro, o_loss_week_micro, o_trades_day
  FROM trade t WHERE t.user_id = p_user AND t.opened_at >= v_week - interval '2 days' AND t.type <> 'ai';
  SELECT coalesce(sum(r.allocated_micro) FILTER (WHERE r.status <> 'stopped'), 0) AS at_risk,
    coalesce(sum(r.allocated_micro - coalesce(r.returned_micro, 0)) FILTER (WHERE r.stopped_at >= v_day), 0) AS day,
    coalesce(sum(r.allocated_micro - coalesce(r.returned_micro, 0)) FILTER (WHERE r.stopped_at >= v_week), 0) AS week,
    count(*) FILTER (WHERE r.started_at >= v_day) AS started
  INTO v_runs FROM strategy_run r WHERE r.user_id = p_user;
  SELECT coalesce(sum(v.value), 0) AS value, count(*) <> count(v.value) AS is_unknown INTO v_deposits FROM (
    SELECT deposit_value(d.currency, d.amount_e8) AS value FROM deposit d
    WHERE d.user_id = p_user AND d.created_at >= v_day AND d.status <> 'failed'
  ) v;
  o_at_risk_micro := o_at_risk_micro + v_runs.at_risk;
  o_loss_day_micro := o_loss_day_micro + v_runs.day;
  o_loss_week_micro := o_loss_week_micro + v_runs.week;
  o_trades_day := o_trades_day + v_runs.started
    + (SELECT count(*) FROM resting_order o WHERE o.user_id = p_user AND o.status = 'open');
  o_deposit_day_micro := CASE WHEN NOT v_deposits.is_unknown THEN v_deposits.value END;
END
$$;

ALTER FUNCTION own_limits_used(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION own_limits_used(uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION own_limits_used(uuid) TO app_runtime;
