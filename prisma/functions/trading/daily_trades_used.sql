-- Gives how many trades count against today's limit: since 00:00 UTC or the user's last reset.
-- A strategy run counts when it is started, as one; its fills do not. Nor does a spot trade that
-- was not filled. The count is kept on the row of available USDT, which each of them locks.
-- Arguments: p_user is the user.
-- Returns: how many.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION daily_trades_used(p_user uuid)
  RETURNS integer
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN coalesce((SELECT a.counted_trades FROM ledger_account a
    WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
      AND a.counted_day = (app_now() AT TIME ZONE 'UTC')::date), 0);
END
$$;

ALTER FUNCTION daily_trades_used(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION daily_trades_used(uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION daily_trades_used(uuid) TO app_runtime;
