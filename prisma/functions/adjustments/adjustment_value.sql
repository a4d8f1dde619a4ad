-- Says what a change of a balance is worth: USDT as it is, XAUT at the newest price, rounded up.
-- Arguments: p_amount is micro-units of p_currency.
-- Returns: micro-units of USDT, or null where XAUT has no price of the last 10 s.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION adjustment_value(p_currency text, p_amount bigint)
  RETURNS bigint
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN CASE p_currency WHEN 'USDT' THEN p_amount ELSE (
    SELECT ceil(p_amount::numeric * h.price_e8 / 100000000)::bigint FROM market_head h WHERE h.at > app_now() - interval '10 seconds'
  ) END;
END
$$;

ALTER FUNCTION adjustment_value(text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION adjustment_value(text, bigint) FROM PUBLIC, app_runtime;
