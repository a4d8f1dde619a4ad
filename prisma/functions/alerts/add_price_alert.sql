-- Notes a price that a user wants to be told of: fire_price_alerts finds the first tick after this
-- moment that is there.
-- Arguments: p_direction is 'above' (the price or more) or 'below' (the price or less); p_price_e8
--   is USDT times 10^8, from 0.01 to 1,000,000.
-- Returns: the alert's id.
-- Raises: TOO_MANY_ALERTS where 20 wait already; check_violation for what is no alert.
-- Locks: all accounts of the user, ids descending, then advisory lock 72006 shared (see
--   fire_price_alerts).
CREATE OR REPLACE FUNCTION add_price_alert(p_user uuid, p_direction text, p_price_e8 bigint)
  RETURNS uuid
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  c_most_open CONSTANT integer := 20;
  v_id uuid;
BEGIN
  PERFORM ledger_lock_user(p_user);
  IF (SELECT count(*) FROM price_alert a WHERE a.user_id = p_user AND a.fired_at IS NULL) >= c_most_open THEN
    PERFORM ledger_raise('TOO_MANY_ALERTS');
  END IF;
  PERFORM pg_advisory_xact_lock_shared(72006);
  -- Its time is read inside the lock, and is never before a price that was known.
  INSERT INTO price_alert (user_id, direction, price_e8, created_at)
  VALUES (p_user, p_direction, p_price_e8, greatest(app_now(), (SELECT h.at FROM market_head h WHERE h.id = 1)))
  RETURNING id INTO v_id;
  RETURN v_id;
END
$$;

ALTER FUNCTION add_price_alert(uuid, text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION add_price_alert(uuid, text, bigint) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION add_price_alert(uuid, text, bigint) TO app_runtime;
