-- What a tick, or the time, may have made due: one question each second, in place of those that
-- recurring_run_one, fill_due, match_orders, fill_orders and fire_price_alerts begin with.
-- Returns: whether any recurring buy is due, any order waits (for the next price or its own), and
--   any alert waits.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION waiting_for_ticks()
  RETURNS TABLE (o_recurring boolean, o_orders boolean, o_alerts boolean)
  LANGUAGE plpgsql STABLE
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  o_recurring := EXISTS (SELECT FROM recurring_buy r WHERE r.status = 'active' AND r.next_at <= app_now());
  o_orders := EXISTS (SELECT FROM trade t WHERE t.status = 'pending')
    OR EXISTS (SELECT FROM vault_conversion v WHERE v.status = 'pending')
    OR EXISTS (SELECT FROM resting_order o WHERE o.status = 'open');
  o_alerts := EXISTS (SELECT FROM price_alert a WHERE a.fired_at IS NULL);
  RETURN NEXT;
END
$$;

ALTER FUNCTION waiting_for_ticks() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION waiting_for_ticks() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION waiting_for_ticks() TO app_runtime;
