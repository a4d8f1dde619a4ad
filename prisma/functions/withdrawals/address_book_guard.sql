-- Refuses the end of "saved addresses only" that was not asked for 24 hours before: a withdrawal
-- could go to a new address sooner than its user could hear of it. The database's owner, who
-- restores backups, is not asked.
-- Returns: the row.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: before such an UPDATE of app_user.
CREATE OR REPLACE FUNCTION address_book_guard()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF coalesce(OLD.address_book_off_at <= app_now(), false) OR pg_has_role(session_user, 'ledger_owner', 'MEMBER') THEN
    RETURN NEW;
  END IF;
  -- The application reads this clock a moment earlier.
  IF (NEW.address_book_only AND (NEW.address_book_off_at IS NULL OR NEW.address_book_off_at
    >= least(OLD.address_book_off_at, app_now() + interval '24 hours' - interval '1 minute'))) IS NOT TRUE THEN
    RAISE EXCEPTION 'a new address waits for 24 hours' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

ALTER FUNCTION address_book_guard() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION address_book_guard() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER address_book_release_waits
  BEFORE UPDATE ON app_user
  FOR EACH ROW WHEN (
    OLD.address_book_only AND (OLD.address_book_only, OLD.address_book_off_at)
      IS DISTINCT FROM (NEW.address_book_only, NEW.address_book_off_at)
  )
  EXECUTE FUNCTION address_book_guard();
