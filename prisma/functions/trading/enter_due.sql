-- Gives waiting options their entry (see market_first_usable). One that got none within 10 s after
-- its delay is void and refunded. May run anywhere at once.
-- Arguments: p_limit is the most options.
-- Returns: a row an option: its status, and its expiry where it was entered.
-- Raises: those of option_close.
-- Locks: advisory lock 72001 as market_cutoff does, then trades shard by shard (SKIP LOCKED)
--   from a shard by chance, then what option_close takes.
CREATE OR REPLACE FUNCTION enter_due(p_limit integer DEFAULT 1000)
  RETURNS TABLE (o_trade_id uuid, o_user_id uuid, o_status text, o_expires_at timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_first integer := floor(random() * 16);
  v_cutoff timestamptz;
  v_usable_at timestamptz;
  v_rows tid[];
  v_void tid[];
BEGIN
  v_cutoff := market_cutoff();
  SELECT coalesce(h.usable_at, h.at) INTO v_usable_at FROM market_head h WHERE h.id = 1;
  SELECT array_agg(w.place) INTO v_rows FROM (
    SELECT d.place FROM generate_series(v_first, v_first + 15) AS s (n)
    CROSS JOIN LATERAL (
      SELECT t.ctid AS place FROM trade t
      WHERE t.shard = s.n % 16 AND t.status = 'open' AND t.entry_tick_seq IS NULL
        AND t.opened_at < greatest(v_usable_at, v_cutoff - interval '10 seconds')
        AND t.opened_at + coalesce(t.entry_delay_ms, 0) * interval '1 millisecond'
          <= greatest(v_usable_at, v_cutoff - interval '10 seconds')
      ORDER BY t.opened_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
    ) d LIMIT p_limit
  ) w;
  IF v_rows IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY WITH entered AS (
    UPDATE trade t SET entry_tick_seq = k.seq, entry_price_e8 = k.price_e8, entry_at = k.at,
      expires_at = k.at + make_interval(secs => t.duration_seconds), simulated = k.simulated
    FROM trade d CROSS JOIN LATERAL market_first_usable(d.opened_at, d.entry_delay_ms) k
    WHERE d.ctid = ANY (v_rows) AND t.ctid = d.ctid
    RETURNING t.id, t.user_id, t.status, t.expires_at
  ), told AS (
    INSERT INTO outbox (bulk, user_id, kind, payload)
    SELECT true, e.user_id, 'option_opened', json_build_object('tradeId', e.id) FROM entered e
  )
  SELECT * FROM entered;
  -- Only those without an entry are still where they were.
  SELECT array_agg(t.ctid) INTO v_void FROM trade t
  WHERE t.ctid = ANY (v_rows) AND t.entry_tick_seq IS NULL
    AND t.opened_at + coalesce(t.entry_delay_ms, 0) * interval '1 millisecond' < v_cutoff - interval '10 seconds';
  IF v_void IS NOT NULL THEN
    RETURN QUERY SELECT c.o_trade_id, c.o_user_id, c.o_status, NULL::timestamptz FROM option_close(v_void) c;
  END IF;
END
$$;

ALTER FUNCTION enter_due(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION enter_due(integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION enter_due(integer) TO app_runtime;
