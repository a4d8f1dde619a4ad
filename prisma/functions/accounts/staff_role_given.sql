-- Gives members of a role exactly its permissions, whatever a statement says. Rights that it
-- changes without a role are rights of their own; who is no staff has no role.
-- Returns: the row to write, as a BEFORE trigger does.
-- Raises: nothing.
-- Locks: the role's row, FOR SHARE: who is given it while it changes gets what it becomes.
-- Trigger: before rights of staff are written.
CREATE OR REPLACE FUNCTION staff_role_given()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_new app_user := NEW;
  v_old_role uuid;
  v_permissions text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_old_role := OLD.staff_role_id;
  END IF;
  IF NOT v_new.is_admin THEN
    v_new.staff_role_id := NULL;
  ELSIF v_new.staff_role_id IS NOT NULL THEN
    SELECT r.permissions INTO v_permissions FROM staff_role r WHERE r.id = v_new.staff_role_id FOR SHARE;
    IF v_old_role = v_new.staff_role_id AND v_new.permissions IS DISTINCT FROM v_permissions THEN
      v_new.staff_role_id := NULL;
    ELSE
      v_new.permissions := coalesce(v_permissions, '{}');
    END IF;
  END IF;
  RETURN v_new;
END
$$;

ALTER FUNCTION staff_role_given() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION staff_role_given() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER app_user_staff_role_given
  BEFORE INSERT OR UPDATE OF is_admin, permissions, staff_role_id ON app_user
  FOR EACH ROW WHEN (NEW.staff_role_id IS NOT NULL)
  EXECUTE FUNCTION staff_role_given();
