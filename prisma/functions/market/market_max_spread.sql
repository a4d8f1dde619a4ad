-- Gives the setting marketMaxSpread: the largest part of a price that may lie between bid and ask.
-- Returns: the part, 0.01 where nothing is stored, or what is no number.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION market_max_spread()
  RETURNS numeric
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_value text;
BEGIN
  SELECT s.value #>> '{}' INTO v_value FROM setting s WHERE s.key = 'marketMaxSpread';
  RETURN CASE WHEN v_value ~ '^0\.\d{1,6}$' THEN v_value::numeric ELSE 0.01 END;
END
$$;

ALTER FUNCTION market_max_spread() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_max_spread() FROM PUBLIC, app_runtime;
