-- Approves or rejects what a colleague asked for, with its audit entry. Nobody decides on what they
-- asked for, on what concerns themselves, or on what they could not do. An approval counts in its
-- own transaction only: what was asked for is done there, in the name of the one who asked, and its
-- entry names both.
-- Returns: whether it waited for this decision.
-- Raises: FORBIDDEN (see staff_check).
-- Locks: the row of the deposit or withdrawal, then the request's.
CREATE OR REPLACE FUNCTION approval_decide(
  p_id uuid,
  p_actor uuid,
  p_approves boolean,
  p_note text,
  p_request_id text,
  p_ip text
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_name text := staff_check(p_actor, 'approvals.decide', NULL);
  v_row approval;
BEGIN
  SELECT * INTO v_row FROM approval a WHERE a.id = p_id;
  IF v_row.id IS NOT NULL THEN
    PERFORM staff_check(p_actor, approval_permission(v_row.kind), NULL);
  END IF;
  -- Whoever decides on the payment itself holds its row, and ends the request then.
  IF v_row.kind LIKE 'deposit.%' THEN
    PERFORM 1 FROM deposit d WHERE d.id = v_row.subject::uuid FOR NO KEY UPDATE;
  ELSIF v_row.kind LIKE 'withdrawal.%' THEN
    PERFORM 1 FROM withdrawal w WHERE w.id = v_row.subject::uuid FOR NO KEY UPDATE;
  END IF;
  UPDATE approval a SET status = CASE WHEN p_approves THEN 'approved' ELSE 'refused' END, decided_by_id = p_actor,
    decided_at = app_now(), decision_note = nullif(p_note, '')
  WHERE a.id = p_id AND a.status = 'pending' AND a.expires_at > app_now() AND a.proposed_by_id <> p_actor
    AND a.user_id IS DISTINCT FROM p_actor
  RETURNING * INTO v_row;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM approval_audit(v_row, CASE WHEN p_approves THEN 'approve' ELSE 'reject' END, p_actor, v_name, p_note, p_request_id, p_ip);
  IF p_approves THEN
    PERFORM set_config('four_eyes.approved_by', v_name, true);
  END IF;
  RETURN true;
END
$$;

ALTER FUNCTION approval_decide(uuid, uuid, boolean, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION approval_decide(uuid, uuid, boolean, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION approval_decide(uuid, uuid, boolean, text, text, text) TO app_runtime;
