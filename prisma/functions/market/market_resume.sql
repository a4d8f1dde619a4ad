-- Ends a pause of prices, as a member of staff who has looked at the market: the level that the
-- exchange shows from now on counts. Nobody chooses a price. It goes into the audit log.
-- Arguments: p_actor is the member of staff, p_reason why.
-- Returns: nothing.
-- Raises: FORBIDDEN (see staff_check), VALIDATION without a reason, CONFLICT while nothing is
--   paused.
-- Locks: the row of market_head, then those of audit_append.
CREATE OR REPLACE FUNCTION market_resume(p_actor uuid, p_reason text, p_request_id text, p_ip text)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_name text := staff_check(p_actor, 'market.resume', NULL);
  v_head market_head%ROWTYPE;
BEGIN
  IF (char_length(trim(p_reason)) >= 5) IS NOT TRUE THEN
    PERFORM ledger_raise('VALIDATION');
  END IF;
  SELECT * INTO v_head FROM market_head WHERE id = 1 AND pause_reason IS NOT NULL FOR NO KEY UPDATE;
  IF v_head.id IS NULL THEN
    PERFORM ledger_raise('CONFLICT');
  END IF;
  UPDATE market_head SET pause_reason = NULL, paused_at = NULL WHERE id = 1;
  PERFORM audit_append(p_actor, v_name, 'market.resume', 'market', 'XAUT', NULL,
    jsonb_build_object('paused', v_head.pause_reason, 'since', v_head.paused_at), NULL, p_reason, p_request_id, p_ip);
END
$$;

ALTER FUNCTION market_resume(uuid, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_resume(uuid, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION market_resume(uuid, text, text, text) TO app_runtime;
