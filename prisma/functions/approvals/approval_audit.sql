-- Writes what happens to a request for a second person into the audit log. Requests for changes of
-- a balance are shown to its owner too, as the changes are.
-- Arguments: p_what is 'request', 'approve', 'reject' or 'expire'; p_actor does it.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: those of audit_append.
CREATE OR REPLACE FUNCTION approval_audit(
  p_approval approval,
  p_what text,
  p_actor uuid,
  p_name text,
  p_reason text,
  p_request_id text,
  p_ip text
)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_row approval := p_approval;
  v_is_balance boolean := v_row.kind LIKE 'balance.%' AND p_what <> 'approve';
  v_state jsonb := CASE WHEN v_is_balance THEN jsonb_build_object(v_row.about ->> 'currency',
      CASE v_row.kind WHEN 'balance.add' THEN '+' ELSE '-' END || (v_row.about ->> 'amount'))
    ELSE jsonb_build_object('kind', v_row.kind, 'subject', v_row.subject) END;
BEGIN
  PERFORM audit_append(p_actor, p_name, CASE WHEN v_is_balance THEN 'balance.' ELSE 'approval.' END || p_what, 'approval',
    v_row.id::text, CASE WHEN v_is_balance THEN v_row.user_id END,
    CASE WHEN p_what <> 'request' THEN v_state || '{"status": "pending"}' END,
    jsonb_strip_nulls(CASE WHEN p_what = 'request' THEN v_state ELSE '{}' END || jsonb_build_object('status', v_row.status,
      'requestedBy', CASE WHEN p_what IN ('approve', 'reject')
        THEN (SELECT u.username FROM app_user u WHERE u.id = v_row.proposed_by_id) END)),
    p_reason, p_request_id, p_ip);
END
$$;

ALTER FUNCTION approval_audit(approval, text, uuid, text, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION approval_audit(approval, text, uuid, text, text, text, text) FROM PUBLIC, app_runtime;
