-- Counts what approving or completing a withdrawal lets out (see four_eyes_take). Whoever credited
-- its owner in the last 7 days does neither alone.
-- Arguments: p_action is the step; those that let nothing out pass.
-- Returns: nothing.
-- Raises: those of four_eyes_take.
-- Locks: those of four_eyes_take. The withdrawal's row is the caller's.
CREATE OR REPLACE FUNCTION four_eyes_withdrawal(p_withdrawal withdrawal, p_action text, p_actor uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_row withdrawal := p_withdrawal;
BEGIN
  IF p_action IN ('approve', 'complete') THEN
    PERFORM four_eyes_take(p_actor, v_row.user_id, 'withdrawal.' || p_action, v_row.id::text,
      adjustment_value(ledger_currency(v_row.currency), v_row.amount_micro),
      four_eyes_credited(p_actor, v_row.user_id));
  END IF;
END
$$;

ALTER FUNCTION four_eyes_withdrawal(withdrawal, text, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION four_eyes_withdrawal(withdrawal, text, uuid) FROM PUBLIC, app_runtime;
