-- Ends a request for a second person whose time is over, with its audit entry.
-- Returns: whether it did.
-- Raises: nothing.
-- Locks: the row.
CREATE OR REPLACE FUNCTION approval_expire(p_id uuid)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_row approval;
BEGIN
  UPDATE approval a SET status = 'expired', decided_at = app_now()
  WHERE a.id = p_id AND a.status = 'pending' AND a.expires_at <= app_now() RETURNING * INTO v_row;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM approval_audit(v_row, 'expire', NULL, 'system', NULL, NULL, NULL);
  RETURN true;
END
$$;

ALTER FUNCTION approval_expire(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION approval_expire(uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION approval_expire(uuid) TO app_runtime;
