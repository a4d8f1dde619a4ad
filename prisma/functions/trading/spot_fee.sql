-- Computes the fee of a spot trade, half to even.
-- Arguments: p_usdt is micro-units, p_fee_ppm parts per million.
-- Returns: micro-units of USDT.
-- Raises: those of mul_div_half_even.
-- Locks: none.
CREATE OR REPLACE FUNCTION spot_fee(p_usdt bigint, p_fee_ppm integer)
  RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN mul_div_half_even(p_usdt, p_fee_ppm, 1000000);
END
$$;

ALTER FUNCTION spot_fee(bigint, integer) OWNER TO ledger_owner;
