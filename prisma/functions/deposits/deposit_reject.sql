-- Rejects a pending deposit and writes it into the audit log.
-- Returns: whether it was pending.
-- Raises: NOT_FOUND, FORBIDDEN (see staff_check).
-- Locks: the deposit's row.
CREATE OR REPLACE FUNCTION deposit_reject(
  p_id uuid,
  p_actor uuid,
  p_notes text,
  p_request_id text,
  p_ip text
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_deposit deposit;
  v_name text;
BEGIN
  SELECT * INTO v_deposit FROM deposit d WHERE d.id = p_id FOR NO KEY UPDATE;
  IF v_deposit.id IS NULL THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  v_name := staff_check(p_actor, 'deposits.confirm', v_deposit.user_id);
  IF v_deposit.status <> 'pending' THEN
    RETURN false;
  END IF;
  UPDATE deposit SET status = 'failed', admin_notes = p_notes, processed_by_id = p_actor, processed_at = app_now()
  WHERE id = p_id;
  PERFORM audit_append(p_actor, v_name, 'deposit.reject', 'deposit', p_id::text, v_deposit.user_id, '{"status": "pending"}',
    '{"status": "failed"}', p_notes, p_request_id, p_ip);
  RETURN true;
END
$$;

ALTER FUNCTION deposit_reject(uuid, uuid, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION deposit_reject(uuid, uuid, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION deposit_reject(uuid, uuid, text, text, text) TO app_runtime;
