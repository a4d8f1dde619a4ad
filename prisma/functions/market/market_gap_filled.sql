-- Notes that candles are complete again up to a moment. A pause that ended later stays noted.
-- Arguments: p_until is the moment.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: the row of market_head.
CREATE OR REPLACE FUNCTION market_gap_filled(p_until timestamptz)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  UPDATE market_head SET gap_at = CASE WHEN gap_at > p_until THEN gap_at END,
    gaps = (SELECT coalesce(range_agg(r), '{}') FROM unnest(gaps) AS r WHERE upper(r) > p_until)
  WHERE gap_at <= p_until OR gaps && tstzrange(NULL, p_until);
END
$$;

ALTER FUNCTION market_gap_filled(timestamptz) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_gap_filled(timestamptz) FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION market_gap_filled(timestamptz) TO feed_runtime;
