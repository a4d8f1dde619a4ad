-- Computes p_a * p_b / p_divisor: multiplies first, divides once, rounds half to even.
-- Arguments: all are at least 0, p_divisor more than 0.
-- Returns: the quotient.
-- Raises: an error for numbers below 0, or where the result does not fit.
-- Locks: none.
CREATE OR REPLACE FUNCTION mul_div_half_even(p_a bigint, p_b bigint, p_divisor bigint)
  RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  v_quotient numeric;
  v_twice numeric;
  v_small bigint;
  v_rest bigint;
BEGIN
  IF p_a < 0 OR p_b < 0 OR p_divisor <= 0 THEN
    RAISE EXCEPTION 'mul_div_half_even takes numbers that are not negative';
  END IF;
  IF p_b = 0 OR p_a <= 4611686018427387903 / p_b THEN
    v_small := p_a * p_b / p_divisor;
    v_rest := p_a * p_b - v_small * p_divisor;
    IF v_rest > p_divisor - v_rest OR (v_rest = p_divisor - v_rest AND v_small % 2 = 1) THEN
      v_small := v_small + 1;
    END IF;
    RETURN v_small;
  END IF;
  v_quotient := div(p_a::numeric * p_b, p_divisor);
  v_twice := (p_a::numeric * p_b - v_quotient * p_divisor) * 2;
  IF v_twice > p_divisor OR (v_twice = p_divisor AND v_quotient % 2 = 1) THEN
    v_quotient := v_quotient + 1;
  END IF;
  RETURN v_quotient::bigint;
END
$$;

ALTER FUNCTION mul_div_half_even(bigint, bigint, bigint) OWNER TO ledger_owner;
