-- Freezes an account, with its audit entry: nobody logs in to it and no withdrawal leaves it before
-- account_unfreeze.
-- Arguments: p_email is the address that asked for it. Links that open the account go there, and
--   only while it is the account's own: one that the account no longer has leaves it to staff, also
--   where it asks after the other.
-- Returns: whether it was not frozen before.
-- Raises: NOT_FOUND for an erased account.
-- Locks: the user's row, then that of the audit log.
CREATE OR REPLACE FUNCTION account_freeze(
  p_user uuid,
  p_email text,
  p_request_id text,
  p_ip text
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_user app_user;
BEGIN
  SELECT * INTO v_user FROM app_user u WHERE u.id = p_user AND u.erased_at IS NULL FOR NO KEY UPDATE;
  IF v_user.id IS NULL THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  UPDATE app_user u SET frozen_at = coalesce(v_user.frozen_at, app_now()),
    frozen_email = CASE WHEN v_user.frozen_at IS NULL OR p_email <> v_user.email THEN p_email ELSE v_user.frozen_email END
  WHERE u.id = p_user;
  IF v_user.frozen_at IS NOT NULL THEN
    RETURN false;
  END IF;
  PERFORM audit_append(NULL, 'owner', 'user.freeze', 'user', p_user::text, p_user, '{"frozen": false}', '{"frozen": true}', NULL,
    p_request_id, p_ip);
  RETURN true;
END
$$;

ALTER FUNCTION account_freeze(uuid, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION account_freeze(uuid, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION account_freeze(uuid, text, text, text) TO app_runtime;
