-- Reads an amount or a rate of the settings, as they are stored: a decimal in a text.
-- Arguments: p_default is what an absent row, or one that is no such number, stands for.
-- Returns: the number times a million: micro-units of an amount, parts per million of a rate.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION setting_micro(p_key text, p_default text)
  RETURNS bigint
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_value text := (SELECT s.value #>> '{}' FROM setting s WHERE s.key = p_key);
BEGIN
  RETURN (CASE WHEN v_value ~ '^\d{1,12}(\.\d{1,6})?$' THEN v_value ELSE p_default END::numeric * 1000000)::bigint;
END
$$;

ALTER FUNCTION setting_micro(text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION setting_micro(text, text) FROM PUBLIC, app_runtime;
