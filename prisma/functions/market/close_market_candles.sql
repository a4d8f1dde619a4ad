-- Marks the candles that ended at or before a moment as final.
-- Arguments: p_at is the moment.
-- Returns: how many.
-- Raises: nothing.
-- Locks: their rows of market_candle.
CREATE OR REPLACE FUNCTION close_market_candles(p_at timestamptz)
  RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_count integer;
BEGIN
  UPDATE market_candle AS c SET closed = true
  FROM market_interval() AS w
  WHERE NOT c.closed AND c."interval" = w.name AND c.open_time + w.width <= p_at;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$$;

ALTER FUNCTION close_market_candles(timestamptz) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION close_market_candles(timestamptz) FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION close_market_candles(timestamptz) TO feed_runtime;
