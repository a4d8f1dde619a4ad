-- Compares the orders that wait with every tick recorded since the last time, and notes with each
-- the first one that meets it: an uncontested one whose price nobody knew at its acceptance, before
-- its end, at or beyond its price. A limit is met by the price that it would be filled at, a stop
-- by ask or bid. What no tick met before its end is due as well. May run anywhere at once.
-- An order is accepted under the same lock, shared, and its time is read in it. So whoever has the
-- lock sees every order accepted so far, and one accepted later is older than no tick that was
-- compared: none is left out, and none is met by another tick than its first.
-- Arguments: p_limit is the most ticks: after a long pause it takes several calls.
-- Returns: whether every tick was compared.
-- Raises: nothing.
-- Locks: advisory lock 72004 for the transaction, 72001 as market_cutoff does, then orders.
CREATE OR REPLACE FUNCTION match_orders(p_limit integer DEFAULT 5000)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_cutoff timestamptz;
  v_since timestamptz;
  v_from bigint;
  v_to bigint;
  v_tick record;
  v_compared integer := 0;
BEGIN
  IF NOT EXISTS (SELECT FROM resting_order o WHERE o.status = 'open' AND o.due_at IS NULL) THEN
    RETURN true;
  END IF;
  PERFORM pg_advisory_xact_lock(72004);
  v_cutoff := market_cutoff();
  SELECT h.seq INTO v_to FROM market_head h WHERE h.id = 1;
  SELECT coalesce(max(h.tick_seq), 0) INTO v_from FROM resting_order_head h;
  SELECT min(o.accepted_at) INTO v_since FROM resting_order o WHERE o.status = 'open' AND o.due_at IS NULL;
  FOR v_tick IN
    SELECT m.seq, m.at, m.bid_e8, m.ask_e8, least(m.at, m.known_at) AS known_at FROM market_tick m
    WHERE m.at > v_since AND m.seq > v_from AND m.seq <= v_to AND NOT m.contested ORDER BY m.at LIMIT p_limit
  LOOP
    v_compared := v_compared + 1;
    v_from := v_tick.seq;
    UPDATE resting_order o SET due_at = v_tick.at, tick_seq = v_tick.seq,
      passed_e8 = abs(o.price_e8 - CASE o.side WHEN 'buy' THEN v_tick.ask_e8 ELSE v_tick.bid_e8 END)
    WHERE o.status = 'open' AND o.due_at IS NULL
      AND (o.type = 'limit' AND o.side = 'buy' AND o.price_e8 >= v_tick.ask_e8
          AND spot_price('buy', v_tick.bid_e8, v_tick.ask_e8, o.spread_ppm) <= o.price_e8
        OR o.type = 'limit' AND o.side = 'sell' AND o.price_e8 <= v_tick.bid_e8
          AND spot_price('sell', v_tick.bid_e8, v_tick.ask_e8, o.spread_ppm) >= o.price_e8
        OR o.type = 'stop' AND o.side = 'buy' AND o.price_e8 <= v_tick.ask_e8
        OR o.type = 'stop' AND o.side = 'sell' AND o.price_e8 >= v_tick.bid_e8)
      AND o.accepted_at < v_tick.known_at AND coalesce(v_tick.at < o.expires_at, true);
  END LOOP;
  IF v_compared < p_limit THEN
    v_from := coalesce(v_to, 0);
    UPDATE resting_order o SET due_at = o.expires_at
    WHERE o.status = 'open' AND o.due_at IS NULL AND o.expires_at <= v_cutoff;
  END IF;
  INSERT INTO resting_order_head AS h (tick_seq) VALUES (v_from)
  ON CONFLICT (singleton) DO UPDATE SET tick_seq = excluded.tick_seq WHERE h.tick_seq <> excluded.tick_seq;
  RETURN v_compared < p_limit;
END
$$;

ALTER FUNCTION match_orders(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION match_orders(integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION match_orders(integer) TO app_runtime;
