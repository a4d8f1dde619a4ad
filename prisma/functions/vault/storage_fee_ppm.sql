-- Gives the setting storageFeeRate: the fee of conversions between USDT and stored XAUT. It is read
-- here, so that no caller can choose it.
-- Returns: parts per million.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION storage_fee_ppm()
  RETURNS integer
  LANGUAGE sql STABLE
AS $$
  SELECT s.storage_fee_ppm FROM site_rule s
$$;

ALTER FUNCTION storage_fee_ppm() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION storage_fee_ppm() FROM PUBLIC, app_runtime;
