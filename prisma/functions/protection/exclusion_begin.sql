-- Begins a time in which a user takes no options, starts no strategy runs and makes no deposits. It
-- is never made shorter: of several the latest end counts. What trades by itself ends with it: the
-- runs that are going on are to be stopped.
-- Arguments: p_days for a time-out (1 to 42), or p_months for a self-exclusion (6 to 60); the
--   other is null.
-- Returns: the end that counts, and the runs to stop.
-- Raises: VALIDATION, LEDGER_ACCOUNT_MISSING for somebody without accounts.
-- Locks: the user's available USDT: what was accepted before stays.
CREATE OR REPLACE FUNCTION exclusion_begin(
  p_user uuid,
  p_days integer,
  p_months integer,
  OUT o_until timestamptz,
  OUT o_runs uuid[]
)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_now timestamptz;
BEGIN
  IF (num_nonnulls(p_days, p_months) = 1 AND coalesce(p_days, 1) BETWEEN 1 AND 42 AND coalesce(p_months, 6) BETWEEN 6 AND 60) IS NOT TRUE THEN
    PERFORM ledger_raise('VALIDATION');
  END IF;
  UPDATE ledger_account a SET limited = true
  WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0;
  IF NOT FOUND THEN
    PERFORM ledger_raise('LEDGER_ACCOUNT_MISSING');
  END IF;
  v_now := app_now();
  -- In UTC, so that no change of clocks makes a day shorter.
  INSERT INTO exclusion (user_id, kind, since, until)
  VALUES (p_user, CASE WHEN p_days IS NULL THEN 'self_exclusion' ELSE 'time_out' END, v_now,
    ((v_now AT TIME ZONE 'UTC') + make_interval(months => coalesce(p_months, 0), days => coalesce(p_days, 0))) AT TIME ZONE 'UTC');
  SELECT max(e.until) INTO o_until FROM exclusion e WHERE e.user_id = p_user AND e.until > v_now;
  SELECT coalesce(array_agg(r.id), '{}') INTO o_runs FROM strategy_run r WHERE r.user_id = p_user AND r.status <> 'stopped';
END
$$;

ALTER FUNCTION exclusion_begin(uuid, integer, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION exclusion_begin(uuid, integer, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION exclusion_begin(uuid, integer, integer) TO app_runtime;
