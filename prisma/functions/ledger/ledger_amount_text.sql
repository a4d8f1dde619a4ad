-- Writes an amount with its 6 decimals, as the API does.
-- Arguments: p_micro is micro-units.
-- Returns: the text.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_amount_text(p_micro bigint)
  RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT round(p_micro::numeric / 1000000, 6)::text
$$;

ALTER FUNCTION ledger_amount_text(bigint) OWNER TO ledger_owner;
