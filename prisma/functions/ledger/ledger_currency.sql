-- Says in which currency the ledger keeps what a coin is credited and paid with: XAUT as itself,
-- all others as USDT.
-- Arguments: p_coin is the coin of a deposit or a withdrawal.
-- Returns: USDT or XAUT.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_currency(p_coin text)
  RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE p_coin WHEN 'XAUT' THEN 'XAUT' ELSE 'USDT' END
$$;

ALTER FUNCTION ledger_currency(text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_currency(text) FROM PUBLIC, app_runtime;
