-- Keeps what functions of the database decide by as the settings say.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: those of site_rules_store.
-- Trigger: after each statement that changes setting.
CREATE OR REPLACE FUNCTION setting_changed()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM site_rules_store();
  RETURN NULL;
END
$$;

ALTER FUNCTION setting_changed() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION setting_changed() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER setting_changed
  AFTER INSERT OR UPDATE OR DELETE ON setting
  FOR EACH STATEMENT EXECUTE FUNCTION setting_changed();
