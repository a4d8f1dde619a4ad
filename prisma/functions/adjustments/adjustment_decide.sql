-- Approves or rejects a change of a balance that a colleague asked for, with its audit entry;
-- approving moves the money. Nobody decides on what they asked for, or on their own balance.
-- Returns: whether it waited for this decision.
-- Raises: FORBIDDEN (see staff_check), NOT_FOUND for an erased user, and those of adjustment_move.
-- Locks: the row, then those of adjustment_move.
CREATE OR REPLACE FUNCTION adjustment_decide(
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
  SET enable_seqscan = off
AS $$
DECLARE
  v_name text := staff_check(p_actor, 'finance', NULL);
  v_row balance_adjustment;
  v_asked text;
BEGIN
  UPDATE balance_adjustment b SET status = CASE WHEN p_approves THEN 'applied' ELSE 'refused' END, decided_by_id = p_actor,
    decided_at = app_now(), decision_note = nullif(p_note, '')
  WHERE b.id = p_id AND b.status = 'pending' AND b.expires_at > app_now() AND b.proposed_by_id <> p_actor AND b.user_id <> p_actor
  RETURNING * INTO v_row;
  IF v_row.id IS NULL THEN
    RETURN false;
  END IF;
  SELECT u.username INTO v_asked FROM app_user u WHERE u.id = v_row.proposed_by_id;
  IF NOT EXISTS (SELECT FROM app_user u WHERE u.id = v_row.user_id AND u.erased_at IS NULL) THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  IF p_approves THEN
    PERFORM adjustment_move(p_id, p_actor, v_name, jsonb_build_object('requestedBy', v_asked, 'approvedBy', v_name), p_request_id, p_ip);
  ELSE
    PERFORM audit_append(p_actor, v_name, 'balance.reject', 'balance_adjustment', p_id::text, v_row.user_id,
      jsonb_build_object(v_row.currency, CASE v_row.operation WHEN 'add' THEN '+' ELSE '-' END || ledger_amount_text(v_row.amount_micro),
        'status', 'pending'),
      jsonb_build_object('status', 'refused', 'requestedBy', v_asked), p_note, p_request_id, p_ip);
  END IF;
  RETURN true;
END
$$;

ALTER FUNCTION adjustment_decide(uuid, uuid, boolean, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION adjustment_decide(uuid, uuid, boolean, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION adjustment_decide(uuid, uuid, boolean, text, text, text) TO app_runtime;
