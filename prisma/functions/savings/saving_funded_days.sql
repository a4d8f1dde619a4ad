-- Computes the most days whose interest a reserve covers: exact interest of half a unit more
-- still rounds down to an even reserve.
-- Arguments: p_principal and p_reserved are micro-units, p_rate_ppb parts per billion a day, not
--   0.
-- Returns: whole days, 1,000,000 at most.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION saving_funded_days(
  p_principal bigint,
  p_rate_ppb bigint,
  p_reserved bigint
)
  RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT least(div((p_reserved::numeric * 2 + 1) * 1000000000 - p_reserved % 2, p_principal::numeric * p_rate_ppb * 2), 1000000)::integer $$;

ALTER FUNCTION saving_funded_days(bigint, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_funded_days(bigint, bigint, bigint) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_funded_days(bigint, bigint, bigint) TO app_runtime;
