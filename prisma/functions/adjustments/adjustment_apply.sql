-- Changes a balance: the row, the money and the audit entry in one.
-- Arguments: p_amount is micro-units of p_currency, p_reason 5 characters or more.
-- Returns: true, or false where the row was there already.
-- Raises: FORBIDDEN (see staff_check), NOT_FOUND for an erased user, those of four_eyes_take and of
--   adjustment_move.
-- Locks: those of four_eyes_take, then of adjustment_move.
CREATE OR REPLACE FUNCTION adjustment_apply(
  p_id uuid,
  p_user uuid,
  p_currency text,
  p_operation text,
  p_amount bigint,
  p_reason text,
  p_actor uuid,
  p_request_id text,
  p_ip text
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_name text := staff_check(p_actor, 'balances.adjust', p_user);
  v_row balance_adjustment;
BEGIN
  INSERT INTO balance_adjustment (id, user_id, currency, operation, amount_micro, reason, status, proposed_by_id, decided_at, created_at)
  VALUES (p_id, p_user, p_currency, p_operation, p_amount, p_reason, 'applied', p_actor, app_now(), app_now())
  ON CONFLICT (id) DO NOTHING RETURNING * INTO v_row;
  IF v_row.id IS NULL THEN
    RETURN false;
  END IF;
  PERFORM four_eyes_take(p_actor, p_user, 'balance.' || p_operation, p_id::text, adjustment_value(p_currency, p_amount), false);
  PERFORM adjustment_move(p_id, p_actor, v_name, p_request_id, p_ip);
  RETURN true;
END
$$;

ALTER FUNCTION adjustment_apply(uuid, uuid, text, text, bigint, text, uuid, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION adjustment_apply(uuid, uuid, text, text, bigint, text, uuid, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION adjustment_apply(uuid, uuid, text, text, bigint, text, uuid, text, text) TO app_runtime;
