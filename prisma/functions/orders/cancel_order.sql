-- Cancels an open order for its user: what was set aside goes back. Every recorded tick is compared
-- with it first, so that nobody takes back what its price has come for.
-- Arguments: p_user is whose order it must be.
-- Returns: nothing.
-- Raises: NOT_FOUND, ORDER_CLOSED (it is closed, or its price has come), MARKET_STALE (there are
--   ticks left to compare it with), and those of end_order.
-- Locks: those of match_orders, then the order's row, then the user's accounts available and held,
--   ids descending.
CREATE OR REPLACE FUNCTION cancel_order(p_user uuid, p_order uuid)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM resting_order o WHERE o.id = p_order AND o.user_id = p_user) THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  IF NOT match_orders() THEN
    PERFORM ledger_raise('MARKET_STALE');
  END IF;
  -- Nothing becomes due while this has the lock of match_orders. What is not due is locked by nobody who fills.
  PERFORM 1 FROM resting_order o WHERE o.id = p_order AND o.status = 'open' AND o.due_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM ledger_raise('ORDER_CLOSED');
  END IF;
  PERFORM 1 FROM ledger_account a
  WHERE a.owner_id = p_user AND a.kind IN ('available', 'held') ORDER BY a.id DESC FOR NO KEY UPDATE;
  PERFORM end_order(p_order, 'cancelled', 'USER');
END
$$;

ALTER FUNCTION cancel_order(uuid, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION cancel_order(uuid, uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION cancel_order(uuid, uuid) TO app_runtime;
