-- Reads a switch of the settings, which is on unless it is switched off.
-- Returns: whether it is on.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION setting_switch(p_key text)
  RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (SELECT s.value FROM setting s WHERE s.key = p_key) IS DISTINCT FROM 'false'::jsonb;
END
$$;

ALTER FUNCTION setting_switch(text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION setting_switch(text) FROM PUBLIC, app_runtime;
