-- Computes a commission: fee times rate, half to even. The rate is 100% at most, so it never
-- exceeds the fee.
-- Arguments: p_fee is micro-units, p_rate_ppm parts per million.
-- Returns: micro-units.
-- Raises: those of mul_div_half_even.
-- Locks: none.
CREATE OR REPLACE FUNCTION referral_commission(p_fee bigint, p_rate_ppm integer)
  RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN mul_div_half_even(p_fee, p_rate_ppm, 1000000);
END
$$;

ALTER FUNCTION referral_commission(bigint, integer) OWNER TO ledger_owner;
