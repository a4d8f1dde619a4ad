-- Refuses a session that says it began earlier than it did, and the end of one that is moved, taken
-- back or said to be earlier: entries of the audit log are compared with sessions. The database's
-- owner, who restores backups, is not asked.
-- Returns: the row.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: before INSERT, and before UPDATE of the end, of session.
CREATE OR REPLACE FUNCTION session_guard()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_earliest timestamptz := clock_timestamp() - interval '5 minutes';
  v_is_true boolean := CASE TG_OP WHEN 'INSERT' THEN NEW.created_at >= v_earliest
    ELSE OLD.revoked_at IS NULL AND NEW.revoked_at >= v_earliest END;
BEGIN
  IF v_is_true IS NOT TRUE AND NOT pg_has_role(session_user, 'ledger_owner', 'MEMBER') THEN
    RAISE EXCEPTION 'a session begins and ends now' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

ALTER FUNCTION session_guard() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION session_guard() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER session_begins_now
  BEFORE INSERT ON session
  FOR EACH ROW EXECUTE FUNCTION session_guard();
CREATE OR REPLACE TRIGGER session_ends_now
  BEFORE UPDATE ON session
  FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)
  EXECUTE FUNCTION session_guard();
