-- Opens a frozen account again, with its audit entry: for its owner, whom the application has seen
-- prove who they are, or for a member of staff whose request a colleague approved in the same
-- transaction.
-- Arguments: p_actor is the member of staff, null for the owner.
-- Returns: whether it was frozen.
-- Raises: FORBIDDEN (see staff_check), FORBIDDEN too for the owner where the address that asked for
--   the freeze is not the account's; SECOND_PERSON_NEEDED without the approval.
-- Locks: the user's row, then that of the audit log.
CREATE OR REPLACE FUNCTION account_unfreeze(
  p_user uuid,
  p_actor uuid,
  p_reason text,
  p_request_id text,
  p_ip text
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_name text := 'owner';
  v_user app_user;
BEGIN
  IF p_actor IS NOT NULL THEN
    v_name := staff_check(p_actor, 'users.access', p_user);
  END IF;
  SELECT * INTO v_user FROM app_user u WHERE u.id = p_user AND u.erased_at IS NULL FOR NO KEY UPDATE;
  IF v_user.frozen_at IS NULL THEN
    RETURN false;
  ELSIF p_actor IS NULL AND v_user.frozen_email IS DISTINCT FROM v_user.email THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'FORBIDDEN';
  ELSIF p_actor IS NOT NULL AND NOT EXISTS (
    SELECT FROM approval a WHERE a.kind = 'user.unfreeze' AND a.subject = p_user::text AND a.user_id = p_user
      AND a.proposed_by_id = p_actor AND a.status = 'approved' AND a.xmin::text = pg_current_xact_id()::xid::text
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'SECOND_PERSON_NEEDED';
  END IF;
  UPDATE app_user u SET frozen_at = NULL, frozen_email = NULL WHERE u.id = p_user;
  PERFORM audit_append(p_actor, v_name, 'user.unfreeze', 'user', p_user::text, p_user, '{"frozen": true}', '{"frozen": false}', p_reason,
    p_request_id, p_ip);
  RETURN true;
END
$$;

ALTER FUNCTION account_unfreeze(uuid, uuid, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION account_unfreeze(uuid, uuid, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION account_unfreeze(uuid, uuid, text, text, text) TO app_runtime;
