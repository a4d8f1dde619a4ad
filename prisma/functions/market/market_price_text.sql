-- Writes a price with 2 to 8 decimals, as the API does.
-- Arguments: p_e8 is the price in USDT times 10^8.
-- Returns: the text.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION market_price_text(p_e8 bigint)
  RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT round(v, greatest(scale(trim_scale(v)), 2))::text FROM (SELECT p_e8::numeric / 100000000) AS t (v)
$$;

ALTER FUNCTION market_price_text(bigint) OWNER TO ledger_owner;
