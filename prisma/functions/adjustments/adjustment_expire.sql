-- Ends a request for a change of a balance whose time is over, with its audit entry.
-- Returns: whether it did.
-- Raises: nothing.
-- Locks: the row.
CREATE OR REPLACE FUNCTION adjustment_expire(p_id uuid)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_row balance_adjustment;
BEGIN
  UPDATE balance_adjustment b SET status = 'expired', decided_at = app_now()
  WHERE b.id = p_id AND b.status = 'pending' AND b.expires_at <= app_now() RETURNING * INTO v_row;
  IF v_row.id IS NULL THEN
    RETURN false;
  END IF;
  PERFORM audit_append(NULL, 'system', 'balance.expire', 'balance_adjustment', p_id::text, v_row.user_id,
    jsonb_build_object(v_row.currency, CASE v_row.operation WHEN 'add' THEN '+' ELSE '-' END || ledger_amount_text(v_row.amount_micro),
      'status', 'pending'),
    jsonb_build_object('status', 'expired', 'amount', ledger_amount_text(v_row.amount_micro)), NULL, NULL, NULL);
  RETURN true;
END
$$;

ALTER FUNCTION adjustment_expire(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION adjustment_expire(uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION adjustment_expire(uuid) TO app_runtime;
