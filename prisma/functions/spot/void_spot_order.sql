-- Ends a pending spot trade without a fill: what was set aside goes back to available, and it no
-- longer counts for its day. Called by fill_due alone, which holds the trade's row and the user's
-- accounts.
-- Arguments: p_trade is the trade, p_reason why, for example PRICE_MOVED.
-- Returns: nothing.
-- Raises: those of ledger_begin and ledger_apply.
-- Locks: the user's accounts by their updates.
CREATE OR REPLACE FUNCTION void_spot_order(p_trade uuid, p_reason text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_trade trade%ROWTYPE;
  v_journal bigint;
BEGIN
  UPDATE trade t SET status = 'void', void_reason = p_reason, settled_at = app_now()
  WHERE t.id = p_trade AND t.status = 'pending' RETURNING t.* INTO STRICT v_trade;
  v_journal := ledger_begin('trade_release', 'trade-end:' || p_trade, sha256(p_trade::text::bytea), v_trade.user_id);
  PERFORM ledger_apply(v_journal, 1, ledger_account_id(v_trade.user_id, 'held', v_trade.currency),
    ledger_account_id(v_trade.user_id, 'available', v_trade.currency), v_trade.amount_micro, 'trade', p_trade, true);
  UPDATE ledger_account a SET counted_trades = a.counted_trades - 1
  WHERE a.owner_id = v_trade.user_id AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
    AND a.counted_day = (v_trade.opened_at AT TIME ZONE 'UTC')::date AND a.counted_trades > 0
    AND NOT EXISTS (SELECT FROM app_user u WHERE u.id = v_trade.user_id AND u.trade_count_reset_at > v_trade.opened_at);
END
$$;

ALTER FUNCTION void_spot_order(uuid, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION void_spot_order(uuid, text) FROM PUBLIC, app_runtime;
