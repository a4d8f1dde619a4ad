-- Computes p_a * p_b / p_divisor: multiplies first, divides once, rounds up.
-- Arguments: all are at least 0, p_divisor more than 0.
-- Returns: the quotient.
-- Raises: an error where it does not fit, or is divided by 0.
-- Locks: none.
CREATE OR REPLACE FUNCTION mul_div_up(p_a bigint, p_b bigint, p_divisor bigint)
  RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT div(p_a::numeric * p_b + p_divisor - 1, p_divisor)::bigint
$$;

ALTER FUNCTION mul_div_up(bigint, bigint, bigint) OWNER TO ledger_owner;
