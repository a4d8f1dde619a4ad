-- Counts one trade more against today's limit, of a kind that open_option does not count itself.
-- Arguments: p_user is the user; p_limit the most a day, null for none.
-- Returns: nothing.
-- Raises: DAILY_TRADE_LIMIT.
-- Locks: the user's available USDT, which the caller holds already.
CREATE OR REPLACE FUNCTION count_daily_trade(p_user uuid, p_limit integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_used integer := daily_trades_used(p_user);
BEGIN
  IF v_used >= p_limit THEN
    PERFORM ledger_raise('DAILY_TRADE_LIMIT');
  END IF;
  UPDATE ledger_account a SET counted_day = (app_now() AT TIME ZONE 'UTC')::date, counted_trades = v_used + 1
  WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0;
END
$$;

ALTER FUNCTION count_daily_trade(uuid, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION count_daily_trade(uuid, integer) FROM PUBLIC, app_runtime;
