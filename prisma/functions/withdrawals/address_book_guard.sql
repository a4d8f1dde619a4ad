-- Refuses what would let a withdrawal go to a new address sooner than its user could hear of it: a
-- saved address that is usable before 24 hours are over, and the end of "saved addresses only"
-- without asking for it 24 hours before. The database's owner, who restores backups, is not asked.
-- Returns: the row.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: before INSERT into withdrawal_address, and before such an UPDATE of app_user.
CREATE OR REPLACE FUNCTION address_book_guard()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  -- The application reads this clock a moment earlier.
  v_soonest timestamptz := app_now() + interval '24 hours' - interval '1 minute';
  v_is_late boolean;
BEGIN
  IF TG_TABLE_NAME = 'withdrawal_address' THEN
    v_is_late := NEW.usable_from >= v_soonest;
  ELSIF coalesce(OLD.address_book_off_at <= app_now(), false) THEN
    v_is_late := true;
  ELSE
    v_is_late := NEW.address_book_only AND (NEW.address_book_off_at IS NULL
      OR NEW.address_book_off_at >= least(OLD.address_book_off_at, v_soonest));
  END IF;
  IF v_is_late IS NOT TRUE AND NOT pg_has_role(session_user, 'ledger_owner', 'MEMBER') THEN
    RAISE EXCEPTION 'a new address waits for 24 hours' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

ALTER FUNCTION address_book_guard() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION address_book_guard() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER withdrawal_address_waits
  BEFORE INSERT ON withdrawal_address
  FOR EACH ROW EXECUTE FUNCTION address_book_guard();
CREATE OR REPLACE TRIGGER address_book_release_waits
  BEFORE UPDATE ON app_user
  FOR EACH ROW WHEN (
    OLD.address_book_only AND (OLD.address_book_only, OLD.address_book_off_at)
      IS DISTINCT FROM (NEW.address_book_only, NEW.address_book_off_at)
  )
  EXECUTE FUNCTION address_book_guard();
