-- Takes out of a user's position what they no longer have, after an adjustment subtracted XAUT or
-- a withdrawal sent it: what came without a known cost goes first, and of the cost leaves the same
-- share as of the XAUT, half to even, as with a sale. What is in savings, or held for a pending
-- sale or withdrawal, is still theirs. In the transaction that moves the XAUT.
-- Arguments: p_reference_type is balance_adjustment or withdrawal, p_reference that row.
-- Returns: nothing.
-- Raises: LEDGER_ACCOUNT_MISSING.
-- Locks: the user's available XAUT: whoever changes the position or moves this XAUT holds it.
CREATE OR REPLACE FUNCTION spot_write_off(p_reference_type text, p_reference uuid, p_user uuid)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_held bigint;
  v_position spot_position;
  v_gone bigint;
  v_gone_cost bigint;
BEGIN
  -- Whoever changes the position or moves this XAUT holds this row.
  PERFORM 1 FROM ledger_account WHERE id = ledger_account_id(p_user, 'available', 'XAUT') FOR NO KEY UPDATE;
  SELECT sum(balance_micro) INTO v_held FROM ledger_account
  WHERE owner_id = p_user AND kind IN ('available', 'held', 'savings') AND currency = 'XAUT';
  -- Stored XAUT has a position of its own, also while it is held to be sold from storage.
  v_held := v_held - (SELECT coalesce(sum(c.xaut_micro), 0) FROM vault_conversion c
    WHERE c.user_id = p_user AND c.status = 'pending' AND c.direction = 'retrieve');
  SELECT * INTO v_position FROM spot_position WHERE book_id = p_user;
  v_gone := v_position.quantity_micro - v_held;
  IF v_gone IS NULL OR v_gone <= 0 THEN
    RETURN;
  END IF;
  v_gone_cost := mul_div_half_even(v_position.cost_micro, v_gone, v_position.quantity_micro);
  UPDATE spot_position SET quantity_micro = quantity_micro - v_gone, cost_micro = cost_micro - v_gone_cost WHERE book_id = p_user;
  INSERT INTO spot_write_off (reference_type, adjustment_id, book_id, quantity_micro, cost_micro, position_micro,
    position_cost_micro, at)
  VALUES (p_reference_type, p_reference, p_user, v_gone, v_gone_cost, v_position.quantity_micro, v_position.cost_micro, app_now());
END
$$;

ALTER FUNCTION spot_write_off(text, uuid, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION spot_write_off(text, uuid, uuid) FROM PUBLIC, app_runtime;
