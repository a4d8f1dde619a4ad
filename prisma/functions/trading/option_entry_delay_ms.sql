-- Gives the setting optionEntryDelayMs: how long after acceptance an option's entry is at the
-- earliest. It is read here, so that no caller can choose it.
-- Returns: milliseconds, 0 to 10,000; the default where nothing is stored, or what doesn't fit.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION option_entry_delay_ms()
  RETURNS integer
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_value jsonb;
BEGIN
  SELECT s.value INTO v_value FROM setting s WHERE s.key = 'optionEntryDelayMs';
  RETURN CASE WHEN v_value #>> '{}' ~ '^\d{1,5}$' AND (v_value #>> '{}')::integer <= 10000
    THEN (v_value #>> '{}')::integer ELSE 2000 END;
END
$$;

ALTER FUNCTION option_entry_delay_ms() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION option_entry_delay_ms() FROM PUBLIC, app_runtime;
