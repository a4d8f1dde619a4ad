-- Settles options past their expiry. Any number of workers at once: each batch starts at a shard
-- by chance and skips what others hold, because two that go through the shards in the same order
-- wait for each other at every pool.
-- Arguments: p_limit is the most options.
-- Returns: a row an option: status and payout in micro-units.
-- Raises: those of option_close.
-- Locks: advisory lock 72001 as market_cutoff does, then trades (SKIP LOCKED), then what
--   option_close takes.
CREATE OR REPLACE FUNCTION settle_due(p_limit integer DEFAULT 1000)
  RETURNS TABLE (o_trade_id uuid, o_user_id uuid, o_status text, o_payout_micro bigint)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_first integer := floor(random() * 16);
  v_cutoff timestamptz;
  v_rows tid[];
BEGIN
  v_cutoff := market_cutoff();
  SELECT array_agg(w.place) INTO v_rows FROM (
    SELECT d.place FROM generate_series(v_first, v_first + 15) AS s (n)
    CROSS JOIN LATERAL (
      SELECT t.ctid AS place FROM trade t
      WHERE t.shard = s.n % 16 AND t.status = 'open' AND t.expires_at IS NOT NULL AND t.expires_at < v_cutoff
      ORDER BY t.expires_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
    ) d LIMIT p_limit
  ) w;
  IF v_rows IS NOT NULL THEN
    RETURN QUERY SELECT * FROM option_close(v_rows);
  END IF;
END
$$;

ALTER FUNCTION settle_due(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION settle_due(integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION settle_due(integer) TO app_runtime;
