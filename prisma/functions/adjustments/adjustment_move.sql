-- Moves the money of a change of a balance that is applied, between treasury and user, and writes
-- it into the audit log.
-- Arguments: p_id is its row; p_actor makes the money move.
-- Returns: nothing.
-- Raises: INSUFFICIENT_BALANCE, HOUSE_LIMIT and the others of ledger_apply.
-- Locks: the journal's key, then the user's available and the treasury.
CREATE OR REPLACE FUNCTION adjustment_move(
  p_id uuid,
  p_actor uuid,
  p_name text,
  p_request_id text,
  p_ip text
)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_row balance_adjustment;
  v_is_add boolean;
  v_treasury bigint;
  v_user bigint;
  v_after bigint;
BEGIN
  SELECT * INTO STRICT v_row FROM balance_adjustment b WHERE b.id = p_id;
  v_is_add := v_row.operation = 'add';
  v_treasury := ledger_account_id(NULL, 'treasury', v_row.currency);
  v_user := ledger_account_id(v_row.user_id, 'available', v_row.currency);
  PERFORM ledger_apply(ledger_begin('admin_adjustment', 'adjustment:' || p_id, sha256(p_id::text::bytea), p_actor), 1,
    CASE WHEN v_is_add THEN v_treasury ELSE v_user END, CASE WHEN v_is_add THEN v_user ELSE v_treasury END, v_row.amount_micro, 'balance_adjustment', v_row.id, false);
  IF NOT v_is_add AND v_row.currency = 'XAUT' THEN
    PERFORM spot_write_off('balance_adjustment', v_row.id, v_row.user_id);
  END IF;
  SELECT a.balance_micro INTO v_after FROM ledger_account a WHERE a.id = v_user;
  PERFORM audit_append(p_actor, p_name, 'balance.' || v_row.operation, 'user', v_row.user_id::text, v_row.user_id,
    jsonb_build_object(v_row.currency,
      ledger_amount_text(v_after - CASE WHEN v_is_add THEN v_row.amount_micro ELSE -v_row.amount_micro END)),
    jsonb_build_object(v_row.currency, ledger_amount_text(v_after)), v_row.reason, p_request_id, p_ip);
END
$$;

ALTER FUNCTION adjustment_move(uuid, uuid, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION adjustment_move(uuid, uuid, text, text, text) FROM PUBLIC, app_runtime;
