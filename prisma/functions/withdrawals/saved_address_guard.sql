-- Refuses a saved address that is usable before 24 hours are over. The database's owner, who
-- restores backups, is not asked.
-- Returns: the row.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: before INSERT into withdrawal_address.
CREATE OR REPLACE FUNCTION saved_address_guard()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  -- The application reads this clock a moment earlier.
  IF (NEW.usable_from >= app_now() + interval '24 hours' - interval '1 minute') IS NOT TRUE
    AND NOT pg_has_role(session_user, 'ledger_owner', 'MEMBER') THEN
    RAISE EXCEPTION 'a new address waits for 24 hours' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

ALTER FUNCTION saved_address_guard() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saved_address_guard() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER withdrawal_address_waits
  BEFORE INSERT ON withdrawal_address
  FOR EACH ROW EXECUTE FUNCTION saved_address_guard();
