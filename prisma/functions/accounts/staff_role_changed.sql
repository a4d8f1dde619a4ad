-- Carries changed permissions of a role to its members, and keeps the built-in roles as they are
-- but for their limits. A full administrator has no limits.
-- Returns: null, as an AFTER trigger does.
-- Raises: FORBIDDEN.
-- Locks: the rows of the role's members, in the order of their ids.
-- Trigger: after a role was changed or removed. Whoever owns the tables may change built-in ones.
CREATE OR REPLACE FUNCTION staff_role_changed()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_old staff_role := OLD;
  v_new staff_role := NEW;
BEGIN
  IF v_old.key IS NOT NULL AND NOT pg_has_role(session_user, 'ledger_owner', 'MEMBER')
    AND (v_old.id, v_old.key, v_old.name, v_old.permissions, v_old.key = 'administrator' AND v_new.limits <> '{}')
      IS DISTINCT FROM (v_new.id, v_new.key, v_new.name, v_new.permissions, false) THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'FORBIDDEN';
  ELSIF v_old.permissions IS DISTINCT FROM v_new.permissions THEN
    PERFORM 1 FROM app_user u WHERE u.staff_role_id = v_new.id ORDER BY u.id FOR NO KEY UPDATE;
    UPDATE app_user u SET permissions = v_new.permissions WHERE u.staff_role_id = v_new.id;
  END IF;
  RETURN NULL;
END
$$;

ALTER FUNCTION staff_role_changed() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION staff_role_changed() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER staff_role_changed
  AFTER UPDATE OR DELETE ON staff_role
  FOR EACH ROW EXECUTE FUNCTION staff_role_changed();
