-- Computes what a unit costs a buyer or brings a seller: ask and bid of the tick, or the middle
-- of both moved by half the spread where that is worse for the user. Half to even at 10^-8.
-- Arguments: p_bid_e8 and p_ask_e8 are USDT times 10^8, p_spread_ppm parts per million.
-- Returns: USDT times 10^8.
-- Raises: those of mul_div_half_even.
-- Locks: none.
CREATE OR REPLACE FUNCTION spot_price(
  p_side text,
  p_bid_e8 bigint,
  p_ask_e8 bigint,
  p_spread_ppm integer
)
  RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  IF p_side = 'buy' THEN
    RETURN greatest(p_ask_e8, mul_div_half_even(p_bid_e8 + p_ask_e8, 2000000 + p_spread_ppm, 4000000));
  END IF;
  RETURN least(p_bid_e8, mul_div_half_even(p_bid_e8 + p_ask_e8, 2000000 - p_spread_ppm, 4000000));
END
$$;

ALTER FUNCTION spot_price(text, bigint, bigint, integer) OWNER TO ledger_owner;
