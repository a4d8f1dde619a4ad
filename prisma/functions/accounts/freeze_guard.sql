-- Refuses what freezes an account or opens it beside account_freeze and account_unfreeze, which
-- write it into the audit log. The database's owner, who restores backups, is not asked.
-- Returns: nothing: it always raises.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: before such an UPDATE of app_user.
CREATE OR REPLACE FUNCTION freeze_guard()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'an account is frozen and opened by functions only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER app_user_frozen_by_functions
  BEFORE UPDATE ON app_user
  FOR EACH ROW WHEN (
    (OLD.frozen_at, OLD.frozen_email) IS DISTINCT FROM (NEW.frozen_at, NEW.frozen_email)
    AND NOT pg_has_role(current_user, 'ledger_owner', 'MEMBER')
  )
  EXECUTE FUNCTION freeze_guard();
