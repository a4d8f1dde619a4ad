-- Sets what one of a user's fixed records does when it matures. The last choice before that counts.
-- Arguments: p_auto_renew is 'none', 'principal' or 'all'; p_min_rate_ppb is the least daily rate
--   in parts per billion, null for the record's own. 'none' has none.
-- Returns: nothing.
-- Raises: NOT_FOUND, also for somebody else's; SAVING_CLOSED once it has ended or matured;
--   SAVING_NOT_RENEWABLE for a flexible one, which has no end; check_violation for what is no
--   choice.
-- Locks: the record.
CREATE OR REPLACE FUNCTION saving_choose_renewal(
  p_user uuid,
  p_record uuid,
  p_auto_renew text,
  p_min_rate_ppb bigint
)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_record saving_record;
BEGIN
  SELECT * INTO v_record FROM saving_record r WHERE r.id = p_record AND r.user_id = p_user FOR NO KEY UPDATE;
  IF v_record.id IS NULL THEN
    PERFORM ledger_raise('NOT_FOUND');
  ELSIF v_record.status NOT IN ('pending', 'active') OR v_record.matures_at <= app_now() THEN
    PERFORM ledger_raise('SAVING_CLOSED');
  ELSIF v_record.type = 'flexible' AND p_auto_renew <> 'none' THEN
    PERFORM ledger_raise('SAVING_NOT_RENEWABLE');
  END IF;
  UPDATE saving_record r SET auto_renew = p_auto_renew,
    min_daily_rate_ppb = CASE WHEN p_auto_renew <> 'none' THEN coalesce(p_min_rate_ppb, r.daily_rate_ppb) END
  WHERE r.id = p_record;
END
$$;

ALTER FUNCTION saving_choose_renewal(uuid, uuid, text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_choose_renewal(uuid, uuid, text, bigint) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_choose_renewal(uuid, uuid, text, bigint) TO app_runtime;
