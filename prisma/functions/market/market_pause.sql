-- Pauses entries and fills at live prices, because one exchange alone shows a price too far from
-- the last ones, or ends the pause, because several agree again.
-- Arguments: p_reason is 'hour' (beyond 10% of the last accepted hour) or 'minute' (more than the
--   setting marketMaxMove within one); null ends the pause.
-- Returns: nothing.
-- Raises: a check's error for another reason.
-- Locks: the row of market_head.
CREATE OR REPLACE FUNCTION market_pause(p_reason text)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  UPDATE market_head SET pause_reason = p_reason, paused_at = CASE WHEN p_reason IS NOT NULL THEN coalesce(paused_at, app_now()) END,
    contested = contested OR p_reason IS NOT NULL
  WHERE id = 1 AND pause_reason IS DISTINCT FROM p_reason;
END
$$;

ALTER FUNCTION market_pause(text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_pause(text) FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION market_pause(text) TO feed_runtime;
