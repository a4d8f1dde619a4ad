-- Refuses a change after which no active administrator with all permissions would be left: a
-- site could never get one again.
-- Returns: null, as an AFTER trigger does.
-- Raises: LAST_FULL_ADMIN.
-- Locks: an advisory lock for the transaction. It puts those who would each remove another one
--   in order; the look after it sees what the first of them did.
-- Trigger: after an UPDATE of app_user that takes these rights from somebody.
CREATE OR REPLACE FUNCTION keep_a_full_admin()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('keep_a_full_admin'));
  IF NOT EXISTS (
    SELECT FROM app_user WHERE is_admin AND is_active AND erased_at IS NULL AND '*' = ANY (permissions)
  ) THEN
    PERFORM ledger_raise('LAST_FULL_ADMIN');
  END IF;
  RETURN NULL;
END
$$;

ALTER FUNCTION keep_a_full_admin() OWNER TO ledger_owner;

CREATE OR REPLACE TRIGGER app_user_keep_a_full_admin
  AFTER UPDATE OF is_admin, is_active, erased_at, permissions ON app_user
  FOR EACH ROW
  WHEN (
    OLD.is_admin AND OLD.is_active AND OLD.erased_at IS NULL AND '*' = ANY (OLD.permissions)
    AND NOT (NEW.is_admin AND NEW.is_active AND NEW.erased_at IS NULL AND '*' = ANY (NEW.permissions))
  )
  EXECUTE FUNCTION keep_a_full_admin();
