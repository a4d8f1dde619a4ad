-- Options with their entry price whose owner has not been told yet that they began. As with trade_news, a row is
-- written in the transaction that gives the entry and removed in the one that notifies. A table of its own: nobody who
-- settles a trade may wait for who tells of its opening.
CREATE TABLE option_opening_news (
  trade_id uuid NOT NULL,
  CONSTRAINT option_opening_news_pkey PRIMARY KEY (trade_id)
);
GRANT SELECT, UPDATE, DELETE ON option_opening_news TO app_runtime;
GRANT INSERT ON option_opening_news TO ledger_owner;

-- Gives waiting options their entry: the first tick after acceptance. One that got none within 10 s is
-- void and refunded. At most p_limit options; safe to run anywhere at once.
CREATE OR REPLACE FUNCTION enter_due(p_limit integer DEFAULT 1000)
  RETURNS TABLE (o_trade_id uuid, o_user_id uuid, o_status text, o_expires_at timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_cutoff timestamptz;
  v_tick_at timestamptz;
  v_ids uuid[];
  v_void uuid[];
BEGIN
  v_cutoff := market_cutoff();
  SELECT h.at INTO v_tick_at FROM market_head h WHERE h.id = 1;
  SELECT array_agg(w.id) INTO v_ids FROM (
    SELECT d.id FROM generate_series(pg_backend_pid(), pg_backend_pid() + 15) AS s (n)
    CROSS JOIN LATERAL (
      SELECT t.id FROM trade t
      WHERE t.shard = s.n % 16 AND t.status = 'open' AND t.entry_tick_seq IS NULL
        AND t.opened_at < greatest(v_tick_at, v_cutoff - interval '10 seconds')
      ORDER BY t.opened_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
    ) d LIMIT p_limit
  ) w;
  IF v_ids IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY WITH entered AS (
    UPDATE trade t SET entry_tick_seq = k.seq, entry_price_e8 = k.price_e8, entry_at = k.at,
      expires_at = k.at + make_interval(secs => t.duration_seconds), simulated = k.simulated
    FROM trade d CROSS JOIN LATERAL (
      SELECT m.seq, m.price_e8, m.at, m.simulated FROM market_tick m
      WHERE m.at > d.opened_at AND m.at <= d.opened_at + interval '10 seconds'
      ORDER BY m.at LIMIT 1
    ) k
    WHERE d.id = ANY (v_ids) AND t.id = d.id
    RETURNING t.id, t.user_id, t.status, t.expires_at
  ), news AS (
    INSERT INTO option_opening_news (trade_id) SELECT e.id FROM entered e
  )
  SELECT * FROM entered;
  SELECT array_agg(t.id) INTO v_void FROM trade t
  WHERE t.id = ANY (v_ids) AND t.entry_tick_seq IS NULL AND t.opened_at + interval '10 seconds' < v_cutoff;
  IF v_void IS NOT NULL THEN
    RETURN QUERY SELECT c.o_trade_id, c.o_user_id, c.o_status, NULL::timestamptz FROM option_close(v_void) c;
  END IF;
END
$$;
