-- Ends the orders that are due (see match_orders): those of an earlier tick first, of one tick
-- those whose price it went furthest beyond, then the older ones. What no tick met in time has
-- expired; what can't be filled is cancelled, and what was set aside goes back (see fill_order).
-- All that nothing stands in the way of are filled as a set; where that fails each is filled alone,
-- and one that is refused leaves the others alone. May run anywhere; one worker at a time does it,
-- so that they keep their order.
-- Arguments: p_limit is the most orders.
-- Returns: a row an order: its status. One of which nothing would come ends with the reason
--   TRADE_AMOUNT_OUT_OF_RANGE.
-- Raises: errors of the database, after which nothing was filled; call again.
-- Locks: advisory lock 72005 for the transaction, if nobody has it, then the orders, then their
--   users' accounts and the house's own shards of inventory USDT, inventory XAUT and fees, ids
--   descending, then what spot_take_inventory takes where these are short.
CREATE OR REPLACE FUNCTION fill_orders(p_limit integer DEFAULT 1000)
  RETURNS TABLE (o_id uuid, o_user_id uuid, o_status text)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_shard integer := pg_backend_pid() % 16;
  v_orders uuid[];
  v_free uuid[];
  v_order record;
  v_reason text;
BEGIN
  IF NOT EXISTS (SELECT FROM resting_order o WHERE o.status = 'open' AND o.due_at IS NOT NULL)
    OR NOT pg_try_advisory_xact_lock(72005) THEN
    RETURN;
  END IF;
  SELECT array_agg(d.id) INTO v_orders FROM (
    SELECT o.id FROM resting_order o WHERE o.status = 'open' AND o.due_at IS NOT NULL
    ORDER BY o.due_at, o.passed_e8 DESC, o.number LIMIT p_limit FOR NO KEY UPDATE
  ) d;
  IF v_orders IS NULL THEN
    RETURN;
  END IF;
  PERFORM 1 FROM ledger_account a
  WHERE a.owner_id IN (SELECT o.user_id FROM resting_order o WHERE o.id = ANY (v_orders)) AND a.kind IN ('available', 'held')
    OR a.id IN (-200 - v_shard, -300 - v_shard, -400 - v_shard)
  ORDER BY a.id DESC FOR NO KEY UPDATE;
  SELECT array_agg(o.id ORDER BY o.due_at, o.passed_e8 DESC, o.number) INTO v_free
  FROM resting_order o JOIN app_user u ON u.id = o.user_id CROSS JOIN site_rule s LEFT JOIN trade_config c ON c.user_id = o.user_id
  WHERE o.id = ANY (v_orders) AND o.tick_seq IS NOT NULL AND u.is_active AND s.manual_enabled AND c.manual_enabled IS DISTINCT FROM false;
  IF cardinality(v_free) > 1 THEN
    BEGIN
      PERFORM fill_orders_together(v_free);
    EXCEPTION WHEN SQLSTATE 'XA001' OR data_exception THEN
      -- One of them is why: each by itself says which.
      NULL;
    END;
  END IF;
  FOR v_order IN
    SELECT o.id, o.user_id, o.tick_seq, o.status FROM resting_order o WHERE o.id = ANY (v_orders)
    ORDER BY o.due_at, o.passed_e8 DESC, o.number
  LOOP
    IF v_order.status = 'filled' THEN
      o_status := 'filled';
    ELSIF v_order.tick_seq IS NULL THEN
      o_status := 'expired';
      PERFORM end_order(v_order.id, 'expired', NULL);
    ELSE
      BEGIN
        v_reason := fill_order(v_order.id);
      EXCEPTION
        WHEN SQLSTATE 'XA001' THEN
          v_reason := SQLERRM;
        -- Of numbers that don't fit: it would stand in the way of all others for ever.
        WHEN data_exception THEN
          v_reason := 'TRADE_AMOUNT_OUT_OF_RANGE';
      END;
      o_status := CASE WHEN v_reason IS NULL THEN 'filled' ELSE 'cancelled' END;
      IF v_reason IS NOT NULL THEN
        PERFORM end_order(v_order.id, 'cancelled', v_reason);
      END IF;
    END IF;
    o_id := v_order.id;
    o_user_id := v_order.user_id;
    RETURN NEXT;
  END LOOP;
END
$$;

ALTER FUNCTION fill_orders(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_orders(integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION fill_orders(integer) TO app_runtime;
