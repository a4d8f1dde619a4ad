-- Gives the setting storageDailyLimit: the most volume of conversions between USDT and stored XAUT
-- of one user in a UTC day. It is read here, so that no caller can choose it.
-- Returns: micro-units of USDT; the default where nothing is stored, or what doesn't fit.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION storage_daily_limit()
  RETURNS bigint
  LANGUAGE sql STABLE
AS $$
  SELECT setting_micro('storageDailyLimit', '50000')
$$;

ALTER FUNCTION storage_daily_limit() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION storage_daily_limit() FROM PUBLIC, app_runtime;
