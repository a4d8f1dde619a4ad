-- Ends a pending conversion without a fill: what was set aside goes back to where it was. Called by
-- fill_due alone, which holds the conversion's row and the user's accounts.
-- Arguments: p_id is the conversion, p_reason why, for example PRICE_MOVED.
-- Returns: nothing.
-- Raises: those of ledger_begin and ledger_apply.
-- Locks: the user's accounts by their updates.
CREATE OR REPLACE FUNCTION void_conversion(p_id uuid, p_reason text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_order vault_conversion%ROWTYPE;
  v_journal bigint;
BEGIN
  UPDATE vault_conversion v SET status = 'void', void_reason = p_reason
  WHERE v.id = p_id AND v.status = 'pending' RETURNING v.* INTO STRICT v_order;
  v_journal := ledger_begin('vault_release', 'vault-end:' || p_id, sha256(p_id::text::bytea), v_order.user_id);
  IF v_order.direction = 'store' THEN
    PERFORM ledger_apply(v_journal, 1, ledger_account_id(v_order.user_id, 'held', 'USDT'),
      ledger_account_id(v_order.user_id, 'available', 'USDT'), v_order.usdt_micro, 'vault_conversion', p_id, true);
  ELSE
    PERFORM ledger_apply(v_journal, 1, ledger_account_id(v_order.user_id, 'held', 'XAUT'),
      ledger_account_id(v_order.user_id, 'stored', 'XAUT'), v_order.xaut_micro, 'vault_conversion', p_id, true);
  END IF;
  INSERT INTO outbox (user_id, kind, payload) VALUES (v_order.user_id, 'conversion_closed', json_build_object('conversionId', p_id));
END
$$;

ALTER FUNCTION void_conversion(uuid, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION void_conversion(uuid, text) FROM PUBLIC, app_runtime;
