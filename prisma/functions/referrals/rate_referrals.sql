-- Gives commissions without a rate this one, the oldest first. A rate once given stays. May run
-- anywhere at once.
-- Arguments: p_rate_ppm is parts per million of the fee, 0 to 1,000,000, of which the settings'
--   rate is the most; p_limit is 1 to 10,000.
-- Returns: how many.
-- Raises: invalid_parameter_value (22023).
-- Locks: rows of referral_due, SKIP LOCKED.
CREATE OR REPLACE FUNCTION rate_referrals(p_rate_ppm integer, p_limit integer DEFAULT 1000)
  RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_rated integer;
BEGIN
  IF (p_rate_ppm BETWEEN 0 AND 1000000 AND p_limit BETWEEN 1 AND 10000) IS NOT TRUE THEN
    RAISE EXCEPTION 'not a way to rate referrals' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE referral_due SET rate_ppm = least(p_rate_ppm, (SELECT r.referral_rate_ppm FROM site_rule r)) WHERE id = ANY (ARRAY(
    SELECT id FROM referral_due WHERE rate_ppm IS NULL ORDER BY id LIMIT p_limit FOR UPDATE SKIP LOCKED
  ));
  GET DIAGNOSTICS v_rated = ROW_COUNT;
  RETURN v_rated;
END
$$;

ALTER FUNCTION rate_referrals(integer, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION rate_referrals(integer, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION rate_referrals(integer, integer) TO app_runtime;
