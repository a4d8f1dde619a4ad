-- Compares the alerts that wait with every tick recorded since the last time: the first uncontested
-- one after an alert whose price is there fires it, and its user is told by the outbox in the same
-- transaction. May run anywhere at once.
-- An alert is made under the same lock, shared, and its time is read in it: whoever has the lock
-- sees every alert made so far, and one made later is older than no tick that was compared. So none
-- is left out, and none fires twice.
-- Arguments: p_limit is the most ticks: after a long pause it takes several calls.
-- Returns: how many fired, and whether every tick was compared.
-- Raises: nothing.
-- Locks: advisory lock 72006 for the transaction, then alerts.
CREATE OR REPLACE FUNCTION fire_price_alerts(p_limit integer DEFAULT 5000)
  RETURNS TABLE (o_fired integer, o_done boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_since timestamptz;
  v_from bigint;
  v_to bigint;
  v_tick record;
  v_compared integer := 0;
  v_fired integer;
BEGIN
  o_fired := 0;
  o_done := true;
  IF NOT EXISTS (SELECT FROM price_alert a WHERE a.fired_at IS NULL) THEN
    RETURN NEXT;
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(72006);
  SELECT h.seq INTO v_to FROM market_head h WHERE h.id = 1;
  SELECT coalesce(max(h.tick_seq), 0) INTO v_from FROM price_alert_head h;
  SELECT min(a.created_at) INTO v_since FROM price_alert a WHERE a.fired_at IS NULL;
  FOR v_tick IN
    SELECT m.seq, m.at, m.price_e8, m.simulated FROM market_tick m
    WHERE m.at > v_since AND m.seq > v_from AND m.seq <= v_to AND NOT m.contested ORDER BY m.at LIMIT p_limit
  LOOP
    v_compared := v_compared + 1;
    v_from := v_tick.seq;
    WITH fired AS (
      UPDATE price_alert a SET fired_at = v_tick.at, tick_seq = v_tick.seq, fired_price_e8 = v_tick.price_e8
      WHERE a.fired_at IS NULL AND a.created_at < v_tick.at
        AND (a.direction = 'above' AND a.price_e8 <= v_tick.price_e8 OR a.direction = 'below' AND a.price_e8 >= v_tick.price_e8)
      RETURNING a.id, a.user_id, a.direction, a.price_e8
    )
    -- Whole: its user may delete the alert before they are told.
    INSERT INTO outbox (user_id, kind, payload)
    SELECT f.user_id, 'price_alert', json_build_object('id', f.id, 'userId', f.user_id, 'direction', f.direction,
      'priceE8', f.price_e8::text, 'reachedE8', v_tick.price_e8::text, 'simulated', v_tick.simulated)
    FROM fired f ORDER BY f.id;
    GET DIAGNOSTICS v_fired = ROW_COUNT;
    o_fired := o_fired + v_fired;
  END LOOP;
  o_done := v_compared < p_limit;
  IF o_done THEN
    v_from := coalesce(v_to, 0);
  END IF;
  INSERT INTO price_alert_head AS h (tick_seq) VALUES (v_from)
  ON CONFLICT (singleton) DO UPDATE SET tick_seq = excluded.tick_seq WHERE h.tick_seq <> excluded.tick_seq;
  RETURN NEXT;
END
$$;

ALTER FUNCTION fire_price_alerts(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fire_price_alerts(integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION fire_price_alerts(integer) TO app_runtime;
