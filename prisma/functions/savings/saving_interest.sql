-- Computes simple interest of whole days, half to even.
-- Arguments: p_principal is micro-units, p_rate_ppb parts per billion a day.
-- Returns: micro-units.
-- Raises: those of mul_div_half_even.
-- Locks: none.
CREATE OR REPLACE FUNCTION saving_interest(
  p_principal bigint,
  p_rate_ppb bigint,
  p_days integer
)
  RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT mul_div_half_even(p_principal, p_rate_ppb * p_days, 1000000000) $$;

ALTER FUNCTION saving_interest(bigint, bigint, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_interest(bigint, bigint, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_interest(bigint, bigint, integer) TO app_runtime;
