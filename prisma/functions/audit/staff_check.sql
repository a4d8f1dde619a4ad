-- Refuses what somebody does who has no right to it now: who is no active member of staff with the
-- permission, and whoever acts on themselves.
-- Arguments: p_permission as in staff_may, '*' for full rights only; p_subject is whom it
--   concerns, or null.
-- Returns: the member of staff's username.
-- Raises: FORBIDDEN.
-- Locks: none.
CREATE OR REPLACE FUNCTION staff_check(p_actor uuid, p_permission text, p_subject uuid)
  RETURNS text
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_name text;
BEGIN
  SELECT u.username INTO v_name FROM app_user u
  WHERE u.id = p_actor AND u.is_admin AND u.is_active AND u.erased_at IS NULL AND u.frozen_at IS NULL
    AND staff_may(u.permissions, p_permission);
  IF v_name IS NULL OR p_actor = p_subject THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'FORBIDDEN';
  END IF;
  RETURN v_name;
END
$$;

ALTER FUNCTION staff_check(uuid, text, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION staff_check(uuid, text, uuid) FROM PUBLIC, app_runtime;
