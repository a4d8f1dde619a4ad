-- Counts customers whose account was not erased: all, those who are active, and those who joined
-- on a UTC day.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: rows of live_count, in the order of the counters' names.
-- Trigger: after INSERT on app_user, and after an UPDATE that makes a difference.
CREATE OR REPLACE FUNCTION count_user()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_total integer := (NOT NEW.is_admin AND NEW.erased_at IS NULL)::integer;
  v_active integer := (NOT NEW.is_admin AND NEW.erased_at IS NULL AND NEW.is_active)::integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_total := v_total - (NOT OLD.is_admin AND OLD.erased_at IS NULL)::integer;
    v_active := v_active - (NOT OLD.is_admin AND OLD.erased_at IS NULL AND OLD.is_active)::integer;
  END IF;
  PERFORM count_live('user.active', v_active);
  PERFORM count_live('user.joined ' || (NEW.created_at AT TIME ZONE 'UTC')::date, v_total);
  PERFORM count_live('user.total', v_total);
  RETURN NULL;
END
$$;

ALTER FUNCTION count_user() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION count_user() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER app_user_counted
  AFTER INSERT ON app_user
  FOR EACH ROW EXECUTE FUNCTION count_user();
CREATE OR REPLACE TRIGGER app_user_recounted
  AFTER UPDATE ON app_user
  FOR EACH ROW
  WHEN (
    OLD.is_active <> NEW.is_active OR OLD.is_admin <> NEW.is_admin
    OR (OLD.erased_at IS NULL) <> (NEW.erased_at IS NULL)
  )
  EXECUTE FUNCTION count_user();
