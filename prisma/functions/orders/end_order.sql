-- Closes an open order without a fill: what was set aside goes back to available, and it no longer
-- counts for its day. Called by fill_orders and cancel_order, which hold the order's row.
-- Arguments: p_status is 'cancelled' or 'expired'; p_reason why it was cancelled, 'USER' for its
--   user's wish.
-- Returns: nothing.
-- Raises: those of ledger_begin and ledger_apply.
-- Locks: the user's accounts by their updates.
CREATE OR REPLACE FUNCTION end_order(p_order uuid, p_status text, p_reason text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_order resting_order%ROWTYPE;
  v_journal bigint;
BEGIN
  UPDATE resting_order o SET status = p_status, close_reason = p_reason, closed_at = app_now(),
    compared_seq = CASE p_reason WHEN 'USER' THEN (SELECT h.tick_seq FROM resting_order_head h) END
  WHERE o.id = p_order AND o.status = 'open' RETURNING o.* INTO STRICT v_order;
  v_journal := ledger_begin('order_release', 'order-end:' || p_order, sha256(p_order::text::bytea), v_order.user_id);
  PERFORM ledger_apply(v_journal, 1, ledger_account_id(v_order.user_id, 'held', v_order.currency),
    ledger_account_id(v_order.user_id, 'available', v_order.currency), v_order.amount_micro, 'resting_order', p_order, true);
  UPDATE ledger_account a SET counted_trades = a.counted_trades - 1
  WHERE a.owner_id = v_order.user_id AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
    AND a.counted_day = (v_order.accepted_at AT TIME ZONE 'UTC')::date AND a.counted_trades > 0
    AND NOT EXISTS (SELECT FROM app_user u WHERE u.id = v_order.user_id AND u.trade_count_reset_at > v_order.accepted_at);
  INSERT INTO outbox (user_id, kind, payload) VALUES (v_order.user_id, 'order_closed', json_build_object('orderId', p_order));
END
$$;

ALTER FUNCTION end_order(uuid, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION end_order(uuid, text, text) FROM PUBLIC, app_runtime;
