-- Fees and commissions are rounded half to even, as every other conversion of money is: once, where they
-- enter the ledger.

-- Fee in USDT, half to even.
CREATE OR REPLACE FUNCTION spot_fee(p_usdt bigint, p_fee_ppm integer) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN mul_div_half_even(p_usdt, p_fee_ppm, 1000000);
END
$$;

-- Commission = fee x rate, half to even; the rate is 100% at most, so it never exceeds the fee.
CREATE OR REPLACE FUNCTION referral_commission(p_fee bigint, p_rate_ppm integer) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN mul_div_half_even(p_fee, p_rate_ppm, 1000000);
END
$$;
