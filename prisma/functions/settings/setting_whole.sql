-- Reads a whole number of the settings.
-- Arguments: p_default is what an absent row, or one that is no such number, stands for.
-- Returns: the number.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION setting_whole(p_key text, p_default integer)
  RETURNS integer
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_value text := (SELECT s.value #>> '{}' FROM setting s WHERE s.key = p_key);
BEGIN
  RETURN CASE WHEN v_value ~ '^\d{1,9}$' THEN v_value::integer ELSE p_default END;
END
$$;

ALTER FUNCTION setting_whole(text, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION setting_whole(text, integer) FROM PUBLIC, app_runtime;
