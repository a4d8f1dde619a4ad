-- Tells every instance that sessions of a user ended or mean something else now, so that none goes
-- by what it has kept of them. By NOTIFY and not by the outbox: it must be heard at once, and these
-- changes are few.
-- Arguments (of the trigger): the column that holds the user's id.
-- Returns: null.
-- Raises: nothing.
-- Locks: none.
-- Trigger: after UPDATE and DELETE of session, after UPDATE of what app_user says of rights.
CREATE OR REPLACE FUNCTION tell_session_change()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM pg_notify('session_changes', to_jsonb(OLD) ->> TG_ARGV[0]);
  RETURN NULL;
END
$$;

ALTER FUNCTION tell_session_change() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION tell_session_change() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER session_change_is_told
  AFTER UPDATE ON session
  FOR EACH ROW WHEN ((OLD.user_id, OLD.revoked_at, OLD.expires_at, OLD.passkey_id)
    IS DISTINCT FROM (NEW.user_id, NEW.revoked_at, NEW.expires_at, NEW.passkey_id))
  EXECUTE FUNCTION tell_session_change('user_id');
CREATE OR REPLACE TRIGGER session_removal_is_told
  AFTER DELETE ON session
  FOR EACH ROW EXECUTE FUNCTION tell_session_change('user_id');
CREATE OR REPLACE TRIGGER user_change_is_told
  AFTER UPDATE ON app_user
  FOR EACH ROW WHEN ((OLD.is_active, OLD.erased_at, OLD.is_admin, OLD.permissions, OLD.username,
      OLD.country_iso, OLD.must_change_password, OLD.two_factor_enabled_at, OLD.frozen_at)
    IS DISTINCT FROM (NEW.is_active, NEW.erased_at, NEW.is_admin, NEW.permissions, NEW.username,
      NEW.country_iso, NEW.must_change_password, NEW.two_factor_enabled_at, NEW.frozen_at))
  EXECUTE FUNCTION tell_session_change('id');
