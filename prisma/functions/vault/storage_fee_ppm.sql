-- Gives the setting storageFeeRate: the fee of conversions between USDT and stored XAUT. It is read
-- here, so that no caller can choose it.
-- Returns: parts per million; the default where nothing is stored, or what doesn't fit.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION storage_fee_ppm()
  RETURNS integer
  LANGUAGE sql STABLE
AS $$
  SELECT least(setting_micro('storageFeeRate', '0.001'), 999999)::integer
$$;

ALTER FUNCTION storage_fee_ppm() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION storage_fee_ppm() FROM PUBLIC, app_runtime;
