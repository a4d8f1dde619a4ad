-- Reads a list of countries of the settings.
-- Arguments: p_default is what an absent row, or one that is no list, stands for.
-- Returns: ISO codes.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION setting_countries(p_key text, p_default text[])
  RETURNS text[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_value jsonb := (SELECT s.value FROM setting s WHERE s.key = p_key);
BEGIN
  IF jsonb_typeof(v_value) = 'array' THEN
    RETURN ARRAY(SELECT jsonb_array_elements_text(v_value));
  END IF;
  RETURN p_default;
END
$$;

ALTER FUNCTION setting_countries(text, text[]) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION setting_countries(text, text[]) FROM PUBLIC, app_runtime;
