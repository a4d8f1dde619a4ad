-- Pauses entries and fills at live prices, because one exchange alone shows a price too far from
-- the last ones, or ends the pause, because several agree again. Either is for everybody, and goes
-- into the audit log as the system's.
-- Arguments: p_reason is 'hour' (beyond 10% of the last accepted hour) or 'minute' (more than the
--   setting marketMaxMove within one); null ends the pause.
-- Returns: nothing.
-- Raises: a check's error for another reason.
-- Locks: the row of market_head, then those of audit_append.
CREATE OR REPLACE FUNCTION market_pause(p_reason text)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_before market_head%ROWTYPE;
BEGIN
  SELECT * INTO v_before FROM market_head WHERE id = 1 AND pause_reason IS DISTINCT FROM p_reason FOR NO KEY UPDATE;
  IF v_before.id IS NULL THEN
    RETURN;
  END IF;
  UPDATE market_head SET pause_reason = p_reason, paused_at = CASE WHEN p_reason IS NOT NULL THEN coalesce(paused_at, app_now()) END,
    contested = contested OR p_reason IS NOT NULL
  WHERE id = 1;
  PERFORM audit_append(NULL, 'system', CASE WHEN p_reason IS NULL THEN 'market.resume' ELSE 'market.pause' END, 'market', 'XAUT', NULL,
    jsonb_build_object('paused', v_before.pause_reason, 'since', v_before.paused_at), jsonb_build_object('paused', p_reason),
    CASE p_reason WHEN 'hour' THEN 'One exchange alone is beyond 10% of the last hour' WHEN 'minute' THEN 'One exchange alone moved too far in a minute'
      ELSE 'Several exchanges agree again' END, NULL, NULL);
END
$$;

ALTER FUNCTION market_pause(text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_pause(text) FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION market_pause(text) TO feed_runtime;
