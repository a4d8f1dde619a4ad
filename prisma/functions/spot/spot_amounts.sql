-- Computes what an exchange of USDT and XAUT costs and gives, each step rounded against the
-- customer: what they get down, the fee up. So no series of them at one price gains a unit.
-- Arguments: p_side is 'buy' (p_amount is USDT to spend) or 'sell' (XAUT to give); micro-units.
--   p_price_e8 is USDT times 10^8, p_fee_ppm parts per million.
-- Returns: the USDT side before the fee, the fee in USDT, and what is received: XAUT for a buy,
--   USDT for a sale; 0 or less where nothing comes of it.
-- Raises: an error for a price of 0, or where a result does not fit.
-- Locks: none.
CREATE OR REPLACE FUNCTION spot_amounts(
  p_side text,
  p_amount bigint,
  p_price_e8 bigint,
  p_fee_ppm integer,
  OUT o_gross bigint,
  OUT o_fee bigint,
  OUT o_received bigint
)
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  o_gross := CASE p_side WHEN 'buy' THEN p_amount ELSE mul_div_down(p_amount, p_price_e8, 100000000) END;
  o_fee := mul_div_up(o_gross, p_fee_ppm, 1000000);
  o_received := CASE p_side WHEN 'buy' THEN mul_div_down(greatest(o_gross - o_fee, 0), 100000000, p_price_e8)
    ELSE o_gross - o_fee END;
END
$$;

ALTER FUNCTION spot_amounts(text, bigint, bigint, integer) OWNER TO ledger_owner;
