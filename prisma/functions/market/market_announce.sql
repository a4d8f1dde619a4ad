-- Tells the instances what the newest tick is and whether it is contested, for users' screens.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION market_announce()
  RETURNS void
  LANGUAGE sql
  SET search_path = public, pg_temp
AS $$
  SELECT pg_notify('market_tick', json_build_object(
    'seq', h.seq::text,
    'at', to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'price', market_price_text(h.price_e8),
    'bid', market_price_text(h.bid_e8),
    'ask', market_price_text(h.ask_e8),
    'sourceCount', h.source_count,
    'source', CASE WHEN h.sources -> 0 ->> 'source' IN ('simulated', 'replay')
      THEN h.sources -> 0 ->> 'source' ELSE 'live' END,
    'simulated', h.simulated,
    'contested', h.contested
  )::text)
  FROM market_head h
$$;

ALTER FUNCTION market_announce() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_announce() FROM PUBLIC, app_runtime, feed_runtime;
