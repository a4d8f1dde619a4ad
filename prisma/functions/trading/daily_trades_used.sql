-- Counts the trades that count against today's limit: since 00:00 UTC or the user's last reset.
-- A strategy run counts when it is started, as one; its fills do not. Nor does a spot trade that
-- was not filled.
-- Arguments: p_user is the user.
-- Returns: how many.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION daily_trades_used(p_user uuid)
  RETURNS integer
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_since timestamptz := greatest(date_trunc('day', app_now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC',
    (SELECT trade_count_reset_at FROM app_user WHERE id = p_user));
BEGIN
  RETURN (SELECT count(*) FROM trade WHERE user_id = p_user AND type <> 'ai' AND opened_at >= v_since
      AND NOT (type = 'manual' AND status = 'void'))
    + (SELECT count(*) FROM strategy_run WHERE user_id = p_user AND started_at >= v_since);
END
$$;

ALTER FUNCTION daily_trades_used(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION daily_trades_used(uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION daily_trades_used(uuid) TO app_runtime;
