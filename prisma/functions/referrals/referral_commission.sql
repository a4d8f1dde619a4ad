-- Commission = fee x rate, half to even; the rate is 100% at most, so it never exceeds the fee.
CREATE OR REPLACE FUNCTION referral_commission(p_fee bigint, p_rate_ppm integer)
  RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN mul_div_half_even(p_fee, p_rate_ppm, 1000000);
END
$$;

ALTER FUNCTION referral_commission(bigint, integer) OWNER TO ledger_owner;
